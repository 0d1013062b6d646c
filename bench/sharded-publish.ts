/**
 * What an event between two servers costs Redis, by plain and by sharded publish, in 1, 10 and 100 rooms, on one Redis and
 * on a cluster of three masters and three replicas. The servers' own buses publish and hear; a user of Redis who may not
 * use sharded channels makes them use plain ones. What nodes use without any is taken off.
 * Then what it costs to subscribe to 10,000 rooms.
 *
 * node bench/sharded-publish.ts
 */
import { setTimeout as wait } from 'node:timers/promises'
import { RedisCluster } from '../test/redis-cluster.ts'
import { hasRedisServer, startRedis } from '../test/redis-server.ts'
import { percentile } from './percentile.ts'
import {
  cpuOf,
  type Node,
  openPair,
  type Publishing,
  refuseSharded,
} from './sharded-publish/pair-of-buses.ts'
import { subscribeTo } from './sharded-publish/subscribe.ts'

const ROOMS = [1, 10, 100]
const MESSAGES = Number(process.env.MESSAGES ?? 10_000)
const TURNS = 3
const IDLE_MS = 5_000
const SUBSCRIPTIONS = 10_000

if (!hasRedisServer) {
  console.log('This machine has no redis-server: nothing is measured.')
  process.exit()
}
const one = await startRedis()
const cluster = await RedisCluster.start()
try {
  await measurePublishing('one Redis', [one], one.url)
  await measurePublishing('three masters and their replicas', cluster.nodes, cluster.url)
  await measureSubscribing()
} finally {
  await cluster.stop()
  await one.stop()
}

async function measurePublishing(name: string, nodes: readonly Node[], url: string): Promise<void> {
  await refuseSharded(nodes)
  console.log(`\n${name}: ${MESSAGES} messages a turn, the middle one of ${TURNS} turns`)
  const idle = await idleOf(nodes)
  console.log('  rooms  publish   a second   µs of Redis a message   of the busiest node')
  for (const rooms of ROOMS) {
    const turns: Record<Publishing, { aSecond: number; all: number; busiest: number }[]> = {
      plain: [],
      sharded: [],
    }
    for (let turn = 0; turn < TURNS; turn++)
      for (const way of ['plain', 'sharded'] as const)
        turns[way].push(await publish(nodes, idle, way, rooms, url))
    for (const way of ['plain', 'sharded'] as const) {
      const middle = (of: 'aSecond' | 'all' | 'busiest') =>
        percentile(
          turns[way].map((turn) => turn[of]),
          0.5,
        )
      console.log(
        `  ${String(rooms).padStart(5)}  ${way.padEnd(7)} ${middle('aSecond').toFixed(0).padStart(10)} ${middle('all').toFixed(1).padStart(23)} ${middle('busiest').toFixed(1).padStart(21)}`,
      )
    }
  }
}

/** What nodes use in a second in which nobody asks anything of them, in milliseconds. */
async function idleOf(nodes: readonly Node[]): Promise<number[]> {
  const before = nodes.map(cpuOf)
  await wait(IDLE_MS)
  return nodes.map((node, index) => (cpuOf(node) - (before[index] ?? 0)) / (IDLE_MS / 1_000))
}

async function publish(
  nodes: readonly Node[],
  idle: readonly number[],
  way: Publishing,
  rooms: number,
  url: string,
) {
  const pair = await openPair(url, way, rooms)
  try {
    // The first ones are not counted.
    await pair.publish(1_000)
    const before = nodes.map(cpuOf)
    const began = performance.now()
    await pair.publish(MESSAGES)
    const seconds = (performance.now() - began) / 1_000
    const used = nodes.map((node, index) => cpuOf(node) - (before[index] ?? 0) - (idle[index] ?? 0) * seconds)
    const each = used.map((ms) => (ms * 1_000) / MESSAGES)
    return {
      aSecond: MESSAGES / seconds,
      all: each.reduce((sum, one) => sum + one, 0),
      busiest: Math.max(...each),
    }
  } finally {
    await pair.close()
  }
}

async function measureSubscribing(): Promise<void> {
  console.log(`\nsubscribing to ${SUBSCRIPTIONS} rooms of one Redis`)
  for (const atOnce of [1, 500]) {
    const before = cpuOf(one)
    const { ms, bytes } = await subscribeTo(one.url, SUBSCRIPTIONS, atOnce)
    const used = cpuOf(one) - before
    console.log(
      `  ${atOnce} at once: ${ms.toFixed(0)} ms, ${used.toFixed(0)} ms of Redis, ${(bytes / SUBSCRIPTIONS).toFixed(0)} bytes each`,
    )
  }
}
