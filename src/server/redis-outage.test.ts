import { expect, inject, onTestFinished, test } from 'vitest'
import { hasRedisServer, startRedis } from '../../test/redis-server.ts'
import { eventsOf, received, replyKnown } from '../../test/reply-events.ts'
import { shortReply, startServerPair, underWay } from '../../test/server-pair.ts'

/** The test ends a Redis, so it starts one of its own. */
const possible =
  inject('template').kind === 'postgresql' && process.env.REDIS_URL !== undefined && hasRedisServer

test.runIf(possible)(
  'when Redis goes, nothing of a reply is missing and nothing is there twice, and it serves again when it is back',
  async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const pair = await startServerPair({ REDIS_URL: redis.url, LOG_LEVEL: 'fatal' })
    onTestFinished(pair.end)
    const { a, b, begin, model } = pair
    const finished = { state: 'finished', content: shortReply.text }

    const cut = await begin(a, shortReply)
    const events = eventsOf(await b.follow(cut.conversation, cut.reply))
    const part = await received(replyKnown(cut.reply), events, underWay)
    await redis.stop()
    const [atA, atB] = await Promise.all([
      received(replyKnown(cut.reply), eventsOf(cut.answer)),
      // The connection may be lost together with Redis; a page then resumes the reply.
      received(part, events).then((known) =>
        known.state === 'running' ? b.followToEnd(cut.conversation, cut.reply, known) : known,
      ),
    ])
    expect(atA).toMatchObject(finished)
    expect(atB).toMatchObject(finished)

    // A reply that begins while Redis is away and is stopped from the other server.
    const away = await begin(a)
    const following = eventsOf(await b.follow(away.conversation, away.reply))
    const heardAway = await received(replyKnown(away.reply), following, underWay)
    expect((await b.stop(away.conversation, away.reply)).status).toBe(204)
    expect(await model.closed(away.request)).toBe('cut')
    const stopped = await received(replyKnown(away.reply), eventsOf(away.answer))
    expect(stopped.state).toBe('stopped')
    expect(await received(heardAway, following)).toMatchObject({ state: 'stopped', content: stopped.content })

    const restarted = await startRedis(redis.port)
    onTestFinished(restarted.stop)
    const back = await begin(b, shortReply)
    expect(await a.followToEnd(back.conversation, back.reply)).toMatchObject(finished)
    expect(await received(replyKnown(back.reply), eventsOf(back.answer))).toMatchObject(finished)
  },
)
