import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { RedisCluster } from '../../../../test/redis-cluster.ts'
import { connectedRedis } from '../../../../test/redis-kinds.ts'
import { hasRedisServer } from '../../../../test/redis-server.ts'
import { foldReply, newReply } from '../../../shared/chat/messages.ts'
import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { partsOf } from '../../../shared/chat/parts.ts'
import { type Bucket, shardsOf } from '../../base/redis/shards.ts'
import { createReplyStreams } from './reply-streams.ts'

const slow = { timeout: 300_000 }

describe.runIf(hasRedisServer)('the words of replies on a cluster', () => {
  let cluster: RedisCluster
  beforeAll(async () => {
    cluster = await RedisCluster.start()
    return cluster.stop
  }, 60_000)

  async function server() {
    const redis = await connectedRedis(cluster.url)
    await expect.poll(() => redis.status).toBe('ready')
    const relay = createReplyStreams(redis)
    onTestFinished(async () => {
      await relay.close()
      redis.disconnect()
    })
    return { relay, shards: shardsOf(redis) }
  }

  type Server = Awaited<ReturnType<typeof server>>

  /** Some reply whose stream is in a bucket. */
  function replyIn({ shards }: Server, bucket: Bucket): string {
    for (;;) {
      const id = randomUUID()
      if (shards.bucketOf(id) === bucket) return id
    }
  }

  function say({ relay }: Server, id: string) {
    let parts: ReplyPart[] = []
    const sent = relay.send(id, () => parts)
    return {
      sent,
      words(text: string) {
        parts = [{ kind: 'text', text }]
        sent.changed()
      },
    }
  }

  /** What somebody at a server knows of a reply, folded as a page does. */
  function follow({ relay }: Server, id: string) {
    let whole = newReply({ id, parentId: null, number: 0, createdAt: '' })
    onTestFinished(
      relay.receive(id, {
        grows: (event) => {
          whole = foldReply(whole, event, '')
        },
        over: () => {},
      }),
    )
    return () => partsOf(whole)
  }

  const text = (words: string) => [{ kind: 'text', text: words }]
  const eventually = (ask: () => unknown) => expect.poll(ask)

  test('go on while their slot moves, those that begin then too, and each is heard once', slow, async () => {
    const [one, other] = [await server(), await server()]
    const bucket = one.shards.bucketOf('')
    const [old, young] = [replyIn(one, bucket), replyIn(one, bucket)]
    const saying = say(one, old)
    const heard = follow(other, old)
    saying.words('Before')
    await eventually(heard).toEqual(text('Before'))
    const from = await cluster.masterOf(bucket.slot)
    const to = cluster.nodes.slice(0, 3).find((node) => node !== from)
    if (!to) throw new Error('There are masters.')
    const begun = say(one, young)
    await cluster.moveSlot(bucket.slot, to, async () => {
      saying.words('Before, between')
      begun.words('Young')
      await eventually(() => other.relay.read(old)).toEqual(text('Before, between'))
      await eventually(() => other.relay.read(young)).toEqual(text('Young'))
      expect([saying.sent.keeps?.(), begun.sent.keeps?.()]).toEqual([true, true])
    })
    const heardYoung = follow(other, young)
    saying.words('Before, between, after')
    begun.words('Young and older')
    await eventually(heard).toEqual(text('Before, between, after'))
    await eventually(heardYoung).toEqual(text('Young and older'))
  })

  test('are written anew where a replica takes over that had not got them', slow, async () => {
    const [one, other] = [await server(), await server()]
    const bucket = one.shards.bucketOf('some')
    const id = replyIn(one, bucket)
    const master = await cluster.masterOf(bucket.slot)
    const [replica] = await cluster.replicasOf(master)
    replica?.hang()
    const saying = say(one, id)
    saying.words('Said once')
    await eventually(() => other.relay.read(id)).toEqual(text('Said once'))
    const heard = follow(other, id)
    await master.stop()
    replica?.goOn()
    // Nothing more is said.
    await eventually(() => other.relay.read(id).catch(() => null)).toEqual(text('Said once'))
    await eventually(heard).toEqual(text('Said once'))
    expect(await cluster.masterOf(bucket.slot)).toBe(replica)
  })
})
