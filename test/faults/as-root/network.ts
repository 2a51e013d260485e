import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';

const SET_UP = `set -e
ip netns add $router
ip netns add $far
ip link add $near type veth peer name near netns $router
ip link add far netns $far type veth peer name far netns $router
ip addr add $v4.2/30 dev $near
ip -6 addr add $v6:1::2/64 dev $near nodad
ip link set $near up
ip -n $router addr add $v4.1/30 dev near
ip -n $router -6 addr add $v6:1::1/64 dev near nodad
ip -n $router addr add $v4.5/30 dev far
ip -n $router -6 route add blackhole $v6:2::/64
ip -n $router link set near up
ip -n $router link set far up
ip -n $far addr add $v4.6/30 dev far
ip -n $far link set far up
ip -n $far route add default via $v4.5
ip route add $v4.4/30 via $v4.1
ip -6 route add $v6:2::/64 via $v6:1::1
`;
const TEAR_DOWN = 'ip netns del $far; ip netns del $router; ip link del $near 2> /dev/null || true';
const FORWARD = 'ip netns exec $router sh -c "echo $forward > /proc/sys/net/ipv4/ip_forward"';

/**
 * Opens another machine (network namespaces) behind a router that forwards packets or drops them silently, until the
 * test ends. Several can be open at once.
 */
export function openNetwork() {
  const [first = 0, second = 0] = randomBytes(2);
  const v4 = `10.${64 + (first % 64)}.${second}`;
  const v6 = `2001:db8:${(first * 256 + second).toString(16)}`;
  const id = randomBytes(3).toString('hex');
  const names = { router: `crier-router-${id}`, far: `crier-far-${id}`, near: `crier${id}`, v4, v6 };
  const run = (script: string, more = {}) =>
    void execFileSync('sh', ['-c', script], { env: { ...process.env, ...names, ...more }, stdio: 'pipe' });
  onTestFinished(() => run(TEAR_DOWN));
  run(SET_UP);
  const network = {
    /** The address of the other machine. */
    far: `${v4}.6`,
    /** The command prefix that runs a command there. */
    onFar: ['ip', 'netns', 'exec', names.far] as const,
    /** An IPv6 address whose packets are dropped silently. */
    nobody: `${v6}:2::9`,
    carry: () => run(FORWARD, { forward: '1' }),
    drop: () => run(FORWARD, { forward: '0' }),
  };
  network.carry();
  return network;
}
