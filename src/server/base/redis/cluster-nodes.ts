import type { Cluster } from 'ioredis'
import { isCluster, type RedisClient } from './shards.ts'

const SLOTS = 16_384

/** How long a node may take to say how the others are, in milliseconds, and how long that is good for. */
const PATIENCE_MS = 1_000
const FRESH_MS = 2_000

/** A node of a cluster, as another one sees it. */
export interface RedisNode {
  address: string
  role: 'master' | 'replica'
  /** `suspected`: the node that was asked does not reach it; `down`: most masters do not. */
  state: 'up' | 'suspected' | 'down'
  /** How many hash slots it serves. */
  slots: number
  /** Of a replica, the address of its master, if that is known. */
  follows: string | null
}

/** Asks how the nodes of a cluster are. Many who ask at once cost one question. */
class ClusterNodes {
  readonly #cluster: Cluster
  #last: { at: number; nodes: Promise<readonly RedisNode[] | null> } | undefined

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  /** @returns null if no node says it. Never rejects. */
  look(): Promise<readonly RedisNode[] | null> {
    const now = performance.now()
    if (this.#last && now - this.#last.at < FRESH_MS) return this.#last.nodes
    const nodes = this.#ask()
    this.#last = { at: now, nodes }
    return nodes
  }

  async #ask(): Promise<readonly RedisNode[] | null> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, null)
    })
    const connected = this.#cluster.nodes('master').filter(({ status }) => status === 'ready')
    // The first one that answers is enough: a node that hangs must not hide the others.
    const asked = Promise.any(connected.map(async (node) => parseNodes(String(await node.cluster('NODES')))))
    try {
      return await Promise.race([asked, late])
    } catch {
      return null
    } finally {
      clearTimeout(timer)
    }
  }
}

/** What asks the nodes; undefined for one Redis, which is no cluster. */
export function lookAtNodes(
  redis: RedisClient | undefined,
): (() => Promise<readonly RedisNode[] | null>) | undefined {
  if (!redis || !isCluster(redis)) return undefined
  const nodes = new ClusterNodes(redis)
  return () => nodes.look()
}

/** Whether every node answers and all slots are served. */
export function isWhole(nodes: readonly RedisNode[]): boolean {
  return nodes.every(({ state }) => state === 'up') && unserved(nodes) === 0
}

/** How many slots no master that answers has. */
export function unserved(nodes: readonly RedisNode[]): number {
  return nodes.reduce((left, { state, slots }) => (state === 'down' ? left : left - slots), SLOTS)
}

/** Parses what CLUSTER NODES says, a line for each node. Nodes that are not met yet are left out. */
export function parseNodes(text: string): RedisNode[] {
  const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ')]))
  const addressOf = (field = '') => field.replace(/@.*$/, '')
  const addresses = new Map(lines.map(([id = '', address]) => [id, addressOf(address)]))
  return lines.flatMap(([, address, allFlags = '', master = '', _ping, _pong, _epoch, _link, ...ranges]) => {
    const flags = new Set(allFlags.split(','))
    if (flags.has('handshake') || flags.has('noaddr')) return []
    return {
      address: addressOf(address),
      role: flags.has('master') ? 'master' : 'replica',
      state: flags.has('fail') ? 'down' : flags.has('fail?') ? 'suspected' : 'up',
      slots: ranges.reduce((count, range) => count + lengthOf(range), 0),
      follows: addresses.get(master) ?? null,
    }
  })
}

/** A slot, a range of them, or one that is on its way, which counts where it is. */
function lengthOf(range: string): number {
  const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? []
  return from === undefined ? 0 : Number(to) - Number(from) + 1
}
