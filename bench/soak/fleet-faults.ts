import { setTimeout as wait } from 'node:timers/promises';
import { cut, type Fault, serverError, silence, slow } from '../../sandbox/discord/rest/faults.ts';
import type { Random } from '../../sandbox/economy/random.ts';
import type { FleetWorld, Member } from './fleet-world.ts';

/** Longer than a target's lease and the leader's. */
const STOPPED_MS = 14_000;
const SILENT_MS = 12_000;
const POSTS = { method: 'POST', path: /\/messages$/ };
const FAULTS_AT_ONCE = 30;

export interface FaultTarget {
  readonly world: FleetWorld;
  readonly random: Random;
  /** Resolves when all processes run and one of them leads, which must hold before the next fault. */
  readonly recovered: () => Promise<void>;
}

/** The faults. Each is a function that causes the fault, and resolves when it is repaired. */
export const FLEET_FAULTS: Readonly<Record<string, (target: FaultTarget) => Promise<void>>> = {
  'a process killed': async ({ world, random }) => killed(world, random.pick(world.members), random),
  'the leader killed': async ({ world, random }) => killed(world, await leading(world, random), random),
  'a process stopped past its lease': ({ world, random }) => stopped(random.pick(world.members)),
  'the leader stopped past its lease': async ({ world, random }) => stopped(await leading(world, random)),
  'connections of one process cut': async ({ world, random }) => random.pick(world.members).proxy.cut(),
  'connections of all processes cut': async ({ world }) => {
    for (const { proxy } of world.members) proxy.cut();
  },
  'connections of one process silent': ({ world, random }) => silent(random.pick(world.members)),
  'connections of the leader silent': async ({ world, random }) => silent(await leading(world, random)),
  'PostgreSQL killed': async ({ world, random }) => {
    world.cluster.kill();
    await wait(500 + random.unit() * 2_000);
    await world.cluster.start();
  },
  'a process restarted': async ({ world, random }) => restarted(world, random.pick(world.members)),
  'all processes restarted in turn': async ({ world, recovered }) => {
    for (const member of world.members) {
      await restarted(world, member);
      await recovered();
    }
  },
  'Discord answers slowly': (target) => inTrouble(target, slow(300 + target.random.unit() * 1_700)),
  'Discord accepts messages and answers 500': (target) => inTrouble(target, serverError({ afterAccepting: true })),
  'Discord accepts messages and closes the connection': (target) => inTrouble(target, cut({ afterAccepting: true })),
  'Discord accepts messages without an answer, and a process is killed': async (target) => {
    await inTrouble(target, silence({ afterAccepting: true }));
    await killed(target.world, target.random.pick(target.world.members), target.random);
  },
};

async function leading(world: FleetWorld, random: Random): Promise<Member> {
  return (await world.leader()) ?? random.pick(world.members);
}

async function killed(world: FleetWorld, member: Member, random: Random): Promise<void> {
  member.isMeantToRun = false;
  await member.bot?.stop('SIGKILL');
  await wait(random.unit() * 6_000);
  world.start(member);
}

async function stopped(member: Member): Promise<void> {
  member.bot?.process.kill('SIGSTOP');
  await wait(STOPPED_MS);
  member.bot?.process.kill('SIGCONT');
}

async function silent({ proxy }: Member): Promise<void> {
  proxy.hold(true);
  await wait(SILENT_MS);
  proxy.hold(false);
}

async function restarted(world: FleetWorld, member: Member): Promise<void> {
  member.isMeantToRun = false;
  await member.bot?.stop('SIGTERM');
  world.start(member);
}

async function inTrouble({ world, random }: FaultTarget, fault: Fault): Promise<void> {
  const planned = world.discord.fail(POSTS, fault, { times: FAULTS_AT_ONCE });
  const latest = performance.now() + 5_000;
  while (planned.hits === 0 && performance.now() < latest) await wait(5);
  await wait(random.unit() * 2_000);
  planned.cancel();
}
