import { AllShardBlocks } from '../../../src/discord/shard-blocks.ts';
import { shardBlocksContract } from './shard-blocks.contract.ts';

shardBlocksContract('one process', async () => new AllShardBlocks());
