import { AllShardBlocks } from '../../../src/discord/gateway/shards.ts';
import { shardBlocksContract } from './shard-blocks.contract.ts';

shardBlocksContract('one process', async () => new AllShardBlocks());
