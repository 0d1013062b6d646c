import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { connectedRedis, keyIn, keysOf, redisKinds } from '../../../../test/redis-kinds.ts'
import { hasRedisServer, startRedis } from '../../../../test/redis-server.ts'
import { eventually, from, known, listen, NEVER, replyServers } from '../../../../test/reply-servers.ts'
import type { PartEvent, ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { sourcesOf } from '../../../shared/chat/parts.ts'
import { citePassages } from '../../../shared/knowledge/sources.ts'
import { createLog } from '../../base/log.ts'
import type { RedisClient } from '../../base/redis/shards.ts'
import { type FinishedSpan, Tracer, within } from '../../base/telemetry/trace.ts'
import { Sampler } from '../../base/telemetry/trace-context.ts'
import type { AnswersOptions } from '../../domain/chat/answers.ts'
import type { ReplyRelay } from '../../domain/turns/running/reply-relay.ts'
import { databaseHeartbeats, TurnHeartbeats } from '../../domain/turns/running/turn-heartbeats.ts'
import { createReplyStreams } from './reply-streams.ts'

const database = await testDatabase()
const { model, question, server, stored } = await replyServers(database)
afterAll(model.close)

for (const { kind, isHere, start } of redisKinds)
  describe.runIf(isHere && hasRedisServer)(`servers that hear from each other through ${kind}`, () => {
    /** What a test ends is a Redis of its own. */
    const withOwn = test.runIf(kind === 'one Redis')
    const prefix = `bionic:test:${randomUUID()}:`
    const clients: RedisClient[] = []
    let url = ''
    beforeAll(async () => {
      const started = await start()
      url = started.url
      return () => started.stop()
    })
    afterEach(async () => {
      for (const client of clients) {
        for (const key of await keysOf(client, `${prefix}*`)) await client.del(key)
      }
      for (const client of clients.splice(0)) client.disconnect()
    })

    async function connect(): Promise<RedisClient> {
      const client = await connectedRedis(url)
      clients.push(client)
      return client
    }

    /** A server that never queries the database for what Redis delivers. */
    async function redisServer(
      every: { store?: number; ask?: number; look?: number } = {},
      options: Pick<AnswersOptions, 'findPassages'> = {},
    ) {
      const redis = await connect()
      const relay = createReplyStreams(redis, { prefix })
      return {
        redis,
        relay,
        replies: server({ ...options, relay, every: { store: NEVER, ask: NEVER, look: NEVER, ...every } }),
      }
    }

    /** A server whose statements are counted that store words, or heartbeats alone. */
    function countedServer({ relay, mark }: { relay: ReplyRelay; mark: number }) {
      const statements = { words: 0, beats: 0 }
      const store = databaseHeartbeats(database.db)
      const heartbeats = new TurnHeartbeats({
        log: createLog('silent'),
        every: { store: 20, look: NEVER, mark },
        store: {
          ...store,
          storeWords(...asked) {
            statements.words++
            return store.storeWords(...asked)
          },
          storeHeartbeat(...asked) {
            statements.beats++
            return store.storeHeartbeat?.(...asked) ?? Promise.resolve([])
          },
        },
      })
      return { statements, replies: server({ relay, heartbeats }) }
    }

    const ready = (redis: RedisClient) => eventually(() => redis.status).toBe('ready')

    async function begin(replies: ReturnType<typeof server>, words: readonly string[]) {
      const [conversation, ask, request] = [randomUUID(), question(), model.requests.length]
      model.next({ name: 'stalls', words })
      const follow = await replies.ask('ada', conversation, ask, from())
      await model.request(request)
      return { conversation, ask, reply: ask.replyId, follow, request }
    }

    test('sources are heard at another server, before the words, while none of them are stored', async () => {
      const passage = { sourceId: randomUUID(), version: 1, sourceName: 'Lamps.pdf', page: 2, lastPage: null }
      const text = { heading: 'Dusk', number: 4, from: 0, to: 8, text: 'At 💡 dusk', key: 'key' }
      const passages = [{ ...passage, ...text }]
      const one = await redisServer({}, { findPassages: async () => passages })
      const other = await redisServer()
      await Promise.all([ready(one.redis), ready(other.redis)])
      const { conversation, reply } = await begin(one.replies, ['At dusk', ' [1].'])
      const received = await listen(await other.replies.follow('ada', conversation, reply), { until: 12 })
      const types = received.map(({ type }) => type)
      expect(types).toContain('words')
      expect(types.slice(0, types.indexOf('words'))).toEqual(expect.arrayContaining(['started', 'sources']))
      expect(sourcesOf(known(received).parts)).toEqual(citePassages(passages))
      expect(await stored(reply)).toMatchObject({ state: 'running', content: '', parts: null })
      model.release()
    })

    test('who follows or stops at another server is in the trace of the reply, or linked with it', async () => {
      const [one, other] = [await redisServer(), await redisServer()]
      await Promise.all([ready(one.redis), ready(other.redis)])
      const spans: FinishedSpan[] = []
      const tracer = new Tracer(new Sampler('always_on'), (span) => spans.push(span))
      const requestOf = (digit: string) => tracer.begin(digit.repeat(32), undefined, 'request')
      const [asks, follows, stops] = [requestOf('a'), requestOf('b'), requestOf('c')]
      const { conversation, reply } = await within(asks, () => begin(one.replies, ['At dusk']))
      await within(follows, async () =>
        listen(await other.replies.follow('ada', conversation, reply), { until: 7 }),
      )
      await within(stops, () => other.replies.stop('ada', conversation, reply))
      await eventually(() => spans.map(({ name }) => name)).toContain('stopped at another server')
      expect(spans.find(({ name }) => name === 'follow at another server')).toMatchObject({
        ...{ traceId: asks?.traceId, parentId: asks?.spanId },
        links: [{ traceId: follows?.traceId, spanId: follows?.spanId }],
      })
      expect(spans.find(({ name }) => name === 'stopped at another server')).toMatchObject({
        ...{ traceId: asks?.traceId, parentId: asks?.spanId },
        links: [{ traceId: stops?.traceId, spanId: stops?.spanId }],
      })
    })

    test('words are heard at another server while none of them are stored, and the end when it is', async () => {
      const [one, other] = [await redisServer(), await redisServer()]
      await Promise.all([ready(one.redis), ready(other.redis)])
      const { conversation, reply } = await begin(one.replies, ['Light 💡', ' is', ' a wave'])
      const whole = 'Light 💡 is a wave'
      const early = listen(await other.replies.follow('ada', conversation, reply), { after: 5 })
      await listen(await other.replies.follow('ada', conversation, reply), { until: whole.length })
      expect(await stored(reply)).toMatchObject({ state: 'running', content: '' })
      const late = listen(await other.replies.follow('ada', conversation, reply), { after: 10 })
      model.release()
      expect(known(await early, whole.slice(0, 5))).toMatchObject({ state: 'finished', content: whole })
      expect(known(await late, whole.slice(0, 10))).toMatchObject({ state: 'finished', content: whole })
    })

    test('many replies are heard at once, one begun while others are waited for', async () => {
      const [one, other] = [await redisServer(), await redisServer()]
      await Promise.all([ready(one.redis), ready(other.redis)])
      const received: string[] = []
      for (const word of ['first', 'second', 'third', 'fourth']) {
        const { conversation, reply } = await begin(one.replies, [word])
        const events = await listen(await other.replies.follow('ada', conversation, reply), {
          until: word.length,
        })
        received.push(known(events).content)
      }
      expect(received).toEqual(['first', 'second', 'third', 'fourth'])
    })

    test('a stop is heard at once by the server that receives the reply', async () => {
      const [one, other] = [await redisServer(), await redisServer()]
      await Promise.all([ready(one.redis), ready(other.redis)])
      const { conversation, reply, follow, request } = await begin(one.replies, ['Half'])
      await listen(follow, { until: 4 })
      await other.replies.stop('ada', conversation, reply)
      expect(await model.closed(request)).toBe('cut')
      expect(known(await listen(follow))).toMatchObject({ state: 'stopped', content: 'Half' })
      expect(await stored(reply)).toMatchObject({ state: 'stopped', content: 'Half' })
    })

    test('of a server that died, what Redis heard is kept as well as what was stored', async () => {
      const dead = await redisServer()
      await ready(dead.redis)
      const { conversation, reply } = await begin(dead.replies, ['Heard', ' of'])
      const other = await redisServer({ ask: 20, look: 20 })
      await ready(other.redis)
      const follow = await other.replies.follow('ada', conversation, reply)
      await listen(follow, { until: 8 })
      expect(known(await listen(follow))).toMatchObject({ state: 'interrupted', content: 'Heard of' })
      expect(await stored(reply)).toMatchObject({ state: 'interrupted', content: 'Heard of' })
    })

    withOwn(
      'while Redis keeps the words they are stored at marks alone, and at once when it goes',
      async () => {
        const own = await startRedis()
        const redis = new Redis(own.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
        redis.on('error', () => {})
        clients.push(redis)
        await ready(redis)
        const { statements, replies } = countedServer({
          relay: createReplyStreams(redis, { prefix }),
          mark: NEVER,
        })
        const { conversation, reply, follow } = await begin(replies, ['Kept', ' here'])
        await listen(follow, { until: 9 })
        await eventually(() => statements.beats).toBeGreaterThan(2)
        expect(await stored(reply)).toMatchObject({ state: 'running', content: '' })
        await own.stop()
        await eventually(async () => (await stored(reply))?.content).toBe('Kept here')
        await replies.stop('ada', conversation, reply)
        expect(known(await listen(follow))).toMatchObject({ state: 'stopped', content: 'Kept here' })
        redis.disconnect()
        clients.splice(0)
      },
    )

    test('a mark stores what Redis keeps, once, until the next is due', async () => {
      const redis = await connect()
      await ready(redis)
      const { statements, replies } = countedServer({
        relay: createReplyStreams(redis, { prefix }),
        mark: 60,
      })
      const { reply, follow } = await begin(replies, ['Marked'])
      await listen(follow, { until: 6 })
      await eventually(async () => (await stored(reply))?.content).toBe('Marked')
      const { beats } = statements
      await eventually(() => statements.beats).toBeGreaterThan(beats + 2)
      // The waits between marks double: 60, 120, 240, 480 milliseconds.
      expect(statements.words).toBeLessThan(statements.beats)
      model.release()
    })

    test('a Redis that forgot a stream without losing a connection is told it again with the next word', async () => {
      const redis = await connect()
      await ready(redis)
      const relay = createReplyStreams(redis, { prefix })
      const parts: ReplyPart[] = [{ kind: 'text', text: 'One' }]
      const sent = relay.send('some:reply', () => parts)
      sent.changed()
      await eventually(() => relay.read('some:reply')).toEqual(parts)
      await redis.del(keyIn(redis, `${prefix}reply:`, 'words', 'some:reply'))
      parts[0] = { kind: 'text', text: 'One two' }
      sent.changed()
      await eventually(() => relay.read('some:reply')).toEqual(parts)
      expect(sent.keeps?.()).toBe(true)
      await relay.close()
    })

    test('who follows a reply again at once hears it from its beginning, though a read of before has not ended', async () => {
      const redis = await connect()
      await ready(redis)
      const relay = createReplyStreams(redis, { prefix })
      const key = keyIn(redis, `${prefix}reply:`, 'words', 'followed:reply')
      const say = (text: string, at: number) =>
        redis.xadd(key, '*', 'type', 'words', 'at', String(at), 'text', text)
      const hear = () => {
        const heard: PartEvent[] = []
        const forget = relay.receive('followed:reply', { grows: (event) => heard.push(event), over() {} })
        return { heard, forget }
      }
      await say('One', 0)
      const first = hear()
      await eventually(() => first.heard).toHaveLength(1)
      // It ends the read of before, which goes on behind the first word.
      const said = say(' two', 3)
      first.forget()
      const second = hear()
      await said
      await eventually(() => second.heard.at(-1)).toMatchObject({ text: ' two' })
      expect(second.heard[0]).toMatchObject({ at: 0, text: 'One' })
      // Whoever was gone before has nothing to do with it.
      first.forget()
      await say(' three', 7)
      await eventually(() => second.heard.at(-1)).toMatchObject({ text: ' three' })
      second.forget()
      await relay.close()
    })

    test('a part that only a newer server knows keeps nobody from the words after it', async () => {
      const redis = await connect()
      await ready(redis)
      const relay = createReplyStreams(redis, { prefix })
      const key = keyIn(redis, `${prefix}reply:`, 'words', 'newer:reply')
      const heard: PartEvent[] = []
      const forget = relay.receive('newer:reply', { grows: (event) => heard.push(event), over() {} })
      await redis.xadd(key, '*', 'part', JSON.stringify({ type: 'hologram', id: '1', revision: 1 }))
      await redis.xadd(key, '*', 'type', 'words', 'at', '0', 'text', 'One')
      await eventually(() => heard).toEqual([{ type: 'words', at: 0, text: 'One' }])
      // Whoever ends it for a server that died would store it without that part.
      await expect(relay.read('newer:reply')).rejects.toThrow('discriminator')
      forget()
      await relay.close()
    })

    test('the stream of a long reply is cut, and says all of it', async () => {
      const redis = await connect()
      await ready(redis)
      const relay = createReplyStreams(redis, { prefix, entriesKept: 5 })
      let text = ''
      const sent = relay.send('long:reply', () => [
        { kind: 'reasoning', text: 'Hm' },
        { kind: 'text', text },
      ])
      const entries: number[] = []
      for (let words = 0; words < 20; words++) {
        text += `word ${words} `
        sent.changed()
        await eventually(async () => (await relay.read('long:reply')).at(-1)).toEqual({ kind: 'text', text })
        entries.push(await redis.xlen(keyIn(redis, `${prefix}reply:`, 'words', 'long:reply')))
      }
      // Two say all of it, and it is written anew once more than five follow.
      expect(Math.max(...entries)).toBe(8)
      await relay.close()
    })

    withOwn(
      'of a server that died while Redis did not answer, what Redis kept is stored when it does again',
      async () => {
        const own = await startRedis()
        const to = () => {
          const redis = new Redis(own.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
          redis.on('error', () => {})
          clients.push(redis)
          return redis
        }
        const [dead, living] = [to(), to()]
        await Promise.all([ready(dead), ready(living)])
        const relay = createReplyStreams(dead, { prefix })
        const { conversation, reply } = await begin(server({ relay, every: { store: NEVER } }), [
          'Heard',
          ' of',
        ])
        await eventually(() => relay.read(`${conversation}:${reply}`)).toEqual([
          { kind: 'text', text: 'Heard of' },
        ])
        own.hang()
        server({ relay: createReplyStreams(living, { prefix }), every: { look: 150 } })
        // Four looks, and the second that each gives the relay.
        await new Promise((resolve) => setTimeout(resolve, 3_000))
        expect(await stored(reply)).toMatchObject({ state: 'running', content: '' })
        own.goOn()
        await eventually(async () => (await stored(reply))?.state).toBe('interrupted')
        expect(await stored(reply)).toMatchObject({ content: 'Heard of' })
        await own.stop()
        for (const client of clients.splice(0)) client.disconnect()
      },
    )

    withOwn('while Redis is away everything goes through the database', async () => {
      const away = () => {
        const redis = new Redis({
          host: '127.0.0.1',
          port: 1,
          enableOfflineQueue: false,
          maxRetriesPerRequest: 1,
        })
        redis.on('error', () => {})
        clients.push(redis)
        return server({ relay: createReplyStreams(redis, { prefix }) })
      }
      const [one, other] = [away(), away()]
      const { conversation, reply, follow, request } = await begin(one, ['Half'])
      await listen(await other.follow('ada', conversation, reply), { until: 4 })
      await other.stop('ada', conversation, reply)
      expect(await model.closed(request)).toBe('cut')
      expect(known(await listen(follow))).toMatchObject({ state: 'stopped', content: 'Half' })
      for (const client of clients.splice(0)) client.disconnect()
    })

    test('a Redis that lost what it had is told it again', async () => {
      const [one, other] = [await redisServer(), await redisServer()]
      await Promise.all([ready(one.redis), ready(other.redis)])
      const { conversation, reply } = await begin(one.replies, ['Everything'])
      const wordsKey = keyIn(one.redis, `${prefix}reply:`, 'words', `${conversation}:${reply}`)
      await eventually(() => one.redis.exists(wordsKey)).toBe(1)
      await one.redis.del(wordsKey)
      one.redis.disconnect(true)
      await eventually(() => other.redis.exists(wordsKey)).toBe(1)
      const received = await listen(await other.replies.follow('ada', conversation, reply), { until: 10 })
      expect(known(received).content).toBe('Everything')
      expect(await other.relay.read(`${conversation}:${reply}`)).toEqual([
        { kind: 'text', text: 'Everything' },
      ])
    })

    test('nothing of it stays in Redis for long', async () => {
      const [one, other] = [await redisServer(), await redisServer()]
      await Promise.all([ready(one.redis), ready(other.redis)])
      const { conversation, reply, follow } = await begin(one.replies, ['Short'])
      await listen(await other.replies.follow('ada', conversation, reply), { until: 5 })
      await other.replies.stop('ada', conversation, reply)
      await listen(follow)
      const wordsKey = keyIn(one.redis, `${prefix}reply:`, 'words', `${conversation}:${reply}`)
      await eventually(() => one.redis.ttl(wordsKey)).toBeLessThanOrEqual(60)
      for (const key of await keysOf(one.redis, `${prefix}*`))
        expect(await one.redis.ttl(key)).toBeGreaterThan(0)
    })
  })
