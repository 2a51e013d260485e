/**
 * Item types that the game has renamed since 1.13, by their former name, with the version that did; of minecraft-data@3.117.0 (MIT),
 * up to game 26.1: scripts/renamed-types.ts.
 */
export const RENAMED_TYPES: ReadonlyMap<string, string> = new Map([
  ['SIGN', 'OAK_SIGN'], // 1.14
  ['ROSE_RED', 'RED_DYE'], // 1.14
  ['CACTUS_GREEN', 'GREEN_DYE'], // 1.14
  ['DANDELION_YELLOW', 'YELLOW_DYE'], // 1.14
  ['ZOMBIE_PIGMAN_SPAWN_EGG', 'ZOMBIFIED_PIGLIN_SPAWN_EGG'], // 1.16
  ['GRASS_PATH', 'DIRT_PATH'], // 1.17
  ['POTTERY_SHARD_ARCHER', 'ARCHER_POTTERY_SHERD'], // 1.20
  ['POTTERY_SHARD_PRIZE', 'PRIZE_POTTERY_SHERD'], // 1.20
  ['POTTERY_SHARD_ARMS_UP', 'ARMS_UP_POTTERY_SHERD'], // 1.20
  ['POTTERY_SHARD_SKULL', 'SKULL_POTTERY_SHERD'], // 1.20
  ['GRASS', 'SHORT_GRASS'], // 1.20.3
  ['SCUTE', 'TURTLE_SCUTE'], // 1.20.5
  ['CHAIN', 'IRON_CHAIN'], // 1.21.9
]);
