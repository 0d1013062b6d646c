import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'
import { type RedisServer, startRedis } from './redis-server.ts'

const SLOTS = 16_384
const MASTERS = 3

/**
 * After this many milliseconds without an answer a node counts as gone, and its replica takes over. On a busy machine
 * one that is there must not count as gone.
 */
const NODE_TIMEOUT_MS = 5_000

/** How long the nodes may take to know each other, in milliseconds. */
const PATIENCE_MS = 60_000

/** A node of the cluster, with a connection to it alone. */
export interface ClusterNode extends RedisServer {
  id: string
  client: Redis
}

/** A cluster of the test's own on free loopback ports: three masters with a third of the slots each, and their replicas. */
export class RedisCluster {
  readonly nodes: readonly ClusterNode[]
  readonly #folder: string

  private constructor(nodes: readonly ClusterNode[], folder: string) {
    this.nodes = nodes
    this.#folder = folder
  }

  static async start(): Promise<RedisCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'redis-cluster-'))
    const started: { node: ClusterNode; busPort: number }[] = []
    try {
      for (let number = 0; number < 2 * MASTERS; number++) started.push(await startNode(folder, number))
      const cluster = new RedisCluster(
        started.map(({ node }) => node),
        folder,
      )
      await cluster.#join(started.map(({ busPort }) => busPort))
      return cluster
    } catch (error) {
      await new RedisCluster(
        started.map(({ node }) => node),
        folder,
      ).stop()
      throw error
    }
  }

  /** Names all nodes, as REDIS_URL does. */
  get url(): string {
    return `redis://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`
  }

  /** The node that has a slot, as a node that answers says. @param besides is not asked, since it may hang */
  async masterOf(slot: number, besides?: ClusterNode): Promise<ClusterNode> {
    for (const one of this.nodes) {
      if (one === besides) continue
      const port = await portOf(slot, one)
      const node = this.nodes.find((other) => other.port === port)
      if (node) return node
    }
    throw new Error(`Nobody has slot ${slot}.`)
  }

  /** The nodes that take over from a master. */
  async replicasOf(master: ClusterNode): Promise<ClusterNode[]> {
    const lines = String(await master.client.call('CLUSTER', 'NODES')).split('\n')
    const ids = lines.map((line) => line.split(' ')).flatMap(([id, , , of]) => (of === master.id ? [id] : []))
    return this.nodes.filter(({ id }) => ids.includes(id))
  }

  /**
   * Moves a slot with its keys while the cluster is used. Resolves once every node that answers says so, since whoever
   * asks a node that has not heard of it yet is told the former owner.
   * @param between is called while the slot is between the two
   */
  async moveSlot(
    slot: number,
    to: ClusterNode,
    between: () => Promise<unknown> = async () => {},
  ): Promise<void> {
    const from = await this.masterOf(slot)
    await to.client.cluster('SETSLOT', slot, 'IMPORTING', from.id)
    await from.client.cluster('SETSLOT', slot, 'MIGRATING', to.id)
    await between()
    for (;;) {
      const keys = (await from.client.call('CLUSTER', 'GETKEYSINSLOT', slot, 100)) as string[]
      if (keys.length === 0) break
      await from.client.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5_000, 'REPLACE', 'KEYS', ...keys)
    }
    await to.client.cluster('SETSLOT', slot, 'NODE', to.id)
    await from.client.cluster('SETSLOT', slot, 'NODE', to.id)
    await until('every node knows who has the slot', async () => {
      const said = await Promise.all(this.nodes.map((node) => portOf(slot, node)))
      return said.every((port) => port === null || port === to.port)
    })
  }

  /** Resolves once every node that answers says that all slots are served. */
  async whole(): Promise<void> {
    await until('the cluster is whole', async () => {
      const alive = this.nodes.filter(({ client }) => client.status === 'ready')
      const said = await Promise.all(alive.map(({ client }) => client.cluster('INFO').catch(() => '')))
      return said.every((info) => info.includes('cluster_state:ok') && info.includes('cluster_slots_fail:0'))
    })
  }

  readonly stop = async (): Promise<void> => {
    for (const { client } of this.nodes) client.disconnect()
    await Promise.all(this.nodes.map((node) => node.stop()))
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #join(busPorts: readonly number[]): Promise<void> {
    const [first, ...others] = this.nodes
    for (const [index, { client }] of this.nodes.slice(0, MASTERS).entries()) {
      const from = Math.ceil((SLOTS * index) / MASTERS)
      const to = Math.ceil((SLOTS * (index + 1)) / MASTERS) - 1
      await client.call('CLUSTER', 'ADDSLOTSRANGE', from, to)
    }
    for (const [index, { client }] of this.nodes.entries())
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1)
    for (const [index, { port }] of others.entries())
      await first?.client.call('CLUSTER', 'MEET', '127.0.0.1', port, busPorts[index + 1] ?? 0)
    const ids = this.nodes.map(({ id }) => id)
    await until('every node knows the others', async () => {
      const known = await Promise.all(this.nodes.map(({ client }) => client.call('CLUSTER', 'NODES')))
      return known.every(
        (text) => ids.every((id) => String(text).includes(id)) && !/handshake/.test(String(text)),
      )
    })
    for (const [index, { client }] of this.nodes.slice(MASTERS).entries())
      await client.call('CLUSTER', 'REPLICATE', ids[index] ?? '')
    await until('the replicas have what their masters have', async () => {
      const said = await Promise.all(
        this.nodes.slice(MASTERS).map(({ client }) => client.info('replication')),
      )
      return said.every((info) => info.includes('master_link_status:up'))
    })
    await until('every node knows who follows whom', async () => {
      const known = await Promise.all(this.nodes.map(({ client }) => client.call('CLUSTER', 'NODES')))
      return known.every((text) => String(text).match(/\bslave\b/g)?.length === MASTERS)
    })
    await this.whole()
  }
}

/** The port of the master that has a slot, as a node says; null when it says nothing. */
async function portOf(slot: number, { client }: ClusterNode): Promise<number | null> {
  if (client.status !== 'ready') return null
  const ranges = (await client.cluster('SLOTS').catch(() => [])) as [number, number, [string, number]][]
  const [, , master] = ranges.find(([from, to]) => from <= slot && slot <= to) ?? []
  return master?.[1] ?? null
}

async function startNode(folder: string, number: number): Promise<{ node: ClusterNode; busPort: number }> {
  // By default it is 10,000 more than the port, which can be no port at all.
  const busPort = await freePort()
  const server = await startRedis(undefined, [
    ...['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`, '--dir', folder],
    ...['--cluster-config-file', `node-${number}.conf`, '--cluster-node-timeout', `${NODE_TIMEOUT_MS}`],
    // A replica takes over however long its master has been away.
    ...['--cluster-replica-validity-factor', '0', '--repl-diskless-sync-delay', '0'],
  ])
  const client = new Redis(server.url, { maxRetriesPerRequest: 0 })
  client.on('error', () => {})
  const id = String(await client.call('CLUSTER', 'MYID'))
  return { node: { ...server, id, client }, busPort }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const late = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > late) throw new Error(`${what}: not after ${PATIENCE_MS} ms.`)
    await wait(50)
  }
}
