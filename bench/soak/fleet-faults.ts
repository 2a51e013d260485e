import { setTimeout as wait } from 'node:timers/promises';
import { cut, type Fault, serverError, silence, slow } from '../../sandbox/discord/rest/faults.ts';
import type { Random } from '../../sandbox/economy/random.ts';
import type { FleetWorld, Member } from './fleet-world.ts';

/** Longer than a target's lease and the leader's. */
const STOPPED_MS = 14_000;
const SILENT_MS = 12_000;
const POSTS = { method: 'POST', path: /\/messages$/ };
const FAULTS_AT_ONCE = 30;

export interface Torment {
  readonly world: FleetWorld;
  readonly random: Random;
  /** Resolves when all processes run and one of them leads, which must hold before the next fault. */
  readonly recovered: () => Promise<void>;
}

/** The faults; each resolves after its repair. */
export const FLEET_FAULTS: Readonly<Record<string, (torment: Torment) => Promise<void>>> = {
  'a process killed': async ({ world, random }) => killed(world, random.pick(world.members), random),
  'the leader killed': async ({ world, random }) => killed(world, await leading(world, random), random),
  'a process stopped past its lease': ({ world, random }) => stopped(random.pick(world.members)),
  'the leader stopped past its lease': async ({ world, random }) => stopped(await leading(world, random)),
  'the connections of one cut': async ({ world, random }) => random.pick(world.members).proxy.cut(),
  'the connections of all cut': async ({ world }) => {
    for (const { proxy } of world.members) proxy.cut();
  },
  'the connections of one silent': ({ world, random }) => silent(random.pick(world.members)),
  'the connections of the leader silent': async ({ world, random }) => silent(await leading(world, random)),
  'PostgreSQL killed hard': async ({ world, random }) => {
    world.cluster.kill();
    await wait(500 + random.unit() * 2_000);
    await world.cluster.start();
  },
  'a process told to stop': async ({ world, random }) => restarted(world, random.pick(world.members)),
  'all told to stop, one after another': async ({ world, recovered }) => {
    for (const member of world.members) {
      await restarted(world, member);
      await recovered();
    }
  },
  'Discord answers slowly': (torment) => inTrouble(torment, slow(300 + torment.random.unit() * 1_700)),
  'Discord takes messages and answers 500': (torment) => inTrouble(torment, serverError({ afterAccepting: true })),
  'Discord takes messages and hangs up': (torment) => inTrouble(torment, cut({ afterAccepting: true })),
  'Discord takes messages and says nothing, and a process is killed': async (torment) => {
    await inTrouble(torment, silence({ afterAccepting: true }));
    await killed(torment.world, torment.random.pick(torment.world.members), torment.random);
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

async function inTrouble({ world, random }: Torment, fault: Fault): Promise<void> {
  const planned = world.discord.fail(POSTS, fault, { times: FAULTS_AT_ONCE });
  const latest = performance.now() + 5_000;
  while (planned.happened === 0 && performance.now() < latest) await wait(5);
  await wait(random.unit() * 2_000);
  planned.cancel();
}
