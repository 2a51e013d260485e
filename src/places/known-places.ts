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
  #index = new LandmarkIndex([]);

  constructor(links: Links) {
    this.#links = links;
  }

  replace(landmarks: readonly Landmark[]): void {
    this.#index = new LandmarkIndex(landmarks);
  }

  landmarks(): readonly Landmark[] {
    return this.#index.landmarks;
  }

  nearest(location: Location): NearLandmark | null {
    return this.#index.nearest(location);
  }

  mapUrl({ x, z, world }: Location): string | null {
    return this.#links.map?.fill({ x: String(x), z: String(z), world }) ?? null;
  }

  itemUrl(type: string): string | null {
    return this.#links.item?.fill({ type }) ?? null;
  }
}
