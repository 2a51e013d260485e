/** What the game calls things in one language, by its own file; null: the file has no such name. */
export interface ItemNames {
  /** `SLIME_BLOCK`: Schleimblock. Where several types share the name, the English one stands behind it. */
  type(type: string): string | null;
  /** `sharpness`: Schärfe. */
  enchantment(id: string): string | null;
  /** A level of an enchantment, 5: V. */
  level(level: number): string | null;
  /** `schleimblock`: SLIME_BLOCK, in any spelling of case and gaps; null: nothing is called so, or several things are. */
  typeCalled(name: string): string | null;
  /** A type with its potion, `SPLASH_POTION` and `strong_healing`: Wurftrank der Heilung II. */
  potion(type: string, potion: string): string | null;
}
