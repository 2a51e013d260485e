/** Enchantments by the numbers that the game used before 1.13. */
const NUMBERED: ReadonlyMap<number, string> = new Map([
  ...numbered(
    0,
    'protection fire_protection feather_falling blast_protection projectile_protection respiration aqua_affinity thorns depth_strider frost_walker binding_curse',
  ),
  ...numbered(16, 'sharpness smite bane_of_arthropods knockback fire_aspect looting sweeping_edge'),
  ...numbered(32, 'efficiency silk_touch unbreaking fortune'),
  ...numbered(48, 'power punch flame infinity'),
  ...numbered(61, 'luck_of_the_sea lure'),
  ...numbered(70, 'mending vanishing_curse'),
]);

function numbered(first: number, ids: string): [number, string][] {
  return ids.split(' ').map((id, position) => [first + position, id]);
}

/** One name for an enchantment over all versions: without namespace, lower case, numbers and old names translated. */
export function enchantmentId(written: unknown): string | null {
  if (typeof written === 'number') return NUMBERED.get(written) ?? null;
  if (typeof written !== 'string') return null;
  const id = withoutNamespace(written);
  return id === 'sweeping' ? 'sweeping_edge' : id.replace(/^curse_of_(.+)$/, '$1_curse') || null;
}

/** `minecraft:Sharpness` -> `sharpness`. Other namespaces stay: their ids are other things. */
export function withoutNamespace(id: string): string {
  const lower = id.trim().toLowerCase();
  return lower.startsWith('minecraft:') ? lower.slice('minecraft:'.length) : lower;
}
