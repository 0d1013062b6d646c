import { expect, test } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { refusal } from '../../../../../test/stored-conversation.ts'
import type { SwarmEvent, SwarmRun } from '../../../../shared/swarm/swarm.ts'
import type { Connection } from '../../../blocks/follow-stream/watch-connection.ts'
import { followRun } from './follow-run.ts'

const run = (content: string, state: SwarmRun['state'] = 'running'): SwarmRun => ({
  id: 'run',
  own: true,
  mode: 'parallel',
  seats: [],
  phases: [],
  turns: [
    {
      id: 'turn',
      number: 1,
      phase: 0,
      round: 1,
      seat: 0,
      state: state === 'running' ? 'running' : 'finished',
      content,
      given: 100,
      said: null,
      trouble: null,
      again: false,
      createdAt: '2026-11-21T14:02:00.000Z',
    },
  ],
  state,
  shared: false,
  createdAt: '2026-11-21T14:02:00.000Z',
  updatedAt: '2026-11-21T14:02:00.000Z',
})

const begins = (content: string, state?: SwarmRun['state']): SwarmEvent => ({
  type: 'run',
  run: run(content, state),
})
const words = (at: number, text: string): SwarmEvent => ({ type: 'words', turn: 'turn', at, text })

type Script = (connection: Connection) => AsyncIterable<SwarmEvent>

/** Some events, and then what the network does. */
function script(events: readonly SwarmEvent[], then: 'close' | 'hang' | Error): Script {
  return async function* ({ signal, onBytes }) {
    for (const event of events) {
      onBytes()
      yield event
    }
    if (then instanceof Error) throw then
    if (then === 'hang')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
}

/** Follows with one script for each connection; the last one serves all further ones. */
function follow(scripts: Script[]) {
  const time = manualTime()
  const stop = new AbortController()
  const heard: string[] = []
  const links: string[] = []
  let connections = 0
  const connect: Script = (connection) => {
    const next = scripts[Math.min(connections++, scripts.length - 1)]
    if (!next) throw new Error('Nothing is scripted')
    return next(connection)
  }
  let ended: unknown = 'following'
  const follower = {
    signal: stop.signal,
    onConnection: (link: string) => void (links.at(-1) === link || links.push(link)),
  }
  const done = (async () => {
    for await (const { run, onlyWords } of followRun(connect, follower, time.reconnecting))
      heard.push(`${run.turns[0]?.content}${onlyWords ? '' : '!'}`)
  })().then(
    () => {
      ended = 'at its end'
    },
    (error: unknown) => {
      ended = error
    },
  )
  return { time, stop, heard, links, done, ended: () => ended, connections: () => connections }
}

test('a run is told from its beginning to its end, and which news are only words', async () => {
  const following = follow([
    script([begins('Light'), words(5, ' is'), begins('Light is.', 'finished')], 'close'),
  ])
  await following.done
  expect(following.heard).toEqual(['Light!', 'Light is', 'Light is.!'])
  expect(following.ended()).toBe('at its end')
  expect(following.time.waiting()).toBe(0)
})

test('what broke is tried again, at once at first, and begins with the whole run: nothing is missing', async () => {
  const following = follow([
    script([begins('Light'), words(5, ' is')], new TypeError('network')),
    script([], refusal(503, 'not_ready')),
    script([begins('Light is what', 'finished')], 'close'),
  ])
  await following.time.pass(2_000)
  await following.done
  expect(following.heard.at(-1)).toBe('Light is what!')
  expect(following.links).toEqual(['live', 'reconnecting', 'live'])
})

test('a stream that ends while the run goes on has broken', async () => {
  const following = follow([
    script([begins('Light')], 'close'),
    script([begins('Light is', 'finished')], 'close'),
  ])
  await following.time.pass(1_000)
  await following.done
  expect(following.connections()).toBe(2)
})

test('a run that can be read no more is over: the refusal is thrown', async () => {
  const gone = refusal(404, 'not_found')
  const following = follow([script([begins('Light')], 'close'), script([], gone)])
  await following.time.pass(1_000)
  await following.done
  expect(following.ended()).toBe(gone)
  expect(following.connections()).toBe(2)
})

test('another network is tried at once, and a silent connection is given up', async () => {
  const following = follow([
    script([begins('Light')], 'hang'),
    script([begins('Light')], 'hang'),
    script([begins('Light', 'finished')], 'close'),
  ])
  await settle()
  await following.time.wake('online')
  await following.time.pass(1)
  expect(following.connections()).toBe(2)
  await following.time.pass(25_000)
  await following.done
  expect(following.connections()).toBe(3)
})

test('whoever leaves lets go of everything', async () => {
  const following = follow([script([begins('Light')], 'hang')])
  await settle()
  following.stop.abort()
  await following.done
  expect(following.time.waiting()).toBe(0)
})
