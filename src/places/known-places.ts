import type { Landmark, NearLandmark } from '../market/places/landmark.ts';
import { LandmarkIndex } from '../market/places/landmark-index.ts';
import type { LinkTemplate } from '../market/places/link-template.ts';
import type { Location } from '../market/shops/shop.ts';
import type { Places } from '../ports/places.ts';

/** The templates of MAP_URL and ITEM_URL, undefined where unset. */
interface Links {
  readonly map: LinkTemplate<'x' | 'z' | 'world'> | undefined;
  readonly item: LinkTemplate<'type'> | undefined;
}

/** The operator's landmarks and links. The landmarks change while Crier runs. */
export class KnownPlaces implements Places {
  readonly #links: Links;
  readonly #mainOverworld: () => string | null;
  #given: readonly Landmark[] = [];
  /** The landmarks with the world of those that name none. */
  #located = { index: new LandmarkIndex([]), mainOverworld: null as string | null };

  /** @param mainOverworld see `Market` */
  constructor(links: Links, mainOverworld: () => string | null = () => null) {
    this.#links = links;
    this.#mainOverworld = mainOverworld;
  }

  replace(landmarks: readonly Landmark[]): void {
    this.#given = landmarks;
    this.#locate(this.#mainOverworld());
  }

  landmarks(): readonly Landmark[] {
    return this.#index().landmarks;
  }

  nearest(location: Location): NearLandmark | null {
    return this.#index().nearest(location);
  }

  #index(): LandmarkIndex {
    const mainOverworld = this.#mainOverworld();
    if (mainOverworld !== this.#located.mainOverworld) this.#locate(mainOverworld);
    return this.#located.index;
  }

  #locate(mainOverworld: string | null): void {
    const located = this.#given.map((landmark) => ({ ...landmark, world: landmark.world ?? mainOverworld }));
    this.#located = { index: new LandmarkIndex(located), mainOverworld };
  }

  mapUrl({ x, z, world }: Location): string | null {
    return this.#links.map?.fill({ x: String(x), z: String(z), world }) ?? null;
  }

  itemUrl(type: string): string | null {
    return this.#links.item?.fill({ type }) ?? null;
  }
}
