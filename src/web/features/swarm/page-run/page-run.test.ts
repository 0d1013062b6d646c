import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { TriedTurn } from '../../../../shared/swarm/swarm.ts'
import { wordsSpent } from '../../../../shared/swarm/swarm-plan.ts'
import { countWords } from '../../../../shared/text/count-words.ts'
import { ApiError } from '../../../lib/http/api.ts'
import { createPageRun, type WantedRun } from './page-run.ts'

/** A turn that was asked for, in the hands of a test. */
interface AskedTurn {
  turn: TriedTurn
  signal: AbortSignal
  say: (text: string) => Promise<void>
  /** Ends as the server says. */
  end: (event: ReplyEvent) => Promise<void>
  /** Breaks off with this error, before or after its first words. */
  break: (error: unknown) => Promise<void>
}

const finished: ReplyEvent = { type: 'finished', reason: 'stop' }
const failed: ReplyEvent = { type: 'failed', message: 'No', requestId: 'r' }

/** Lets all that waits for promises, and for the next paint, come to pass. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

const somebody = (name: string) => ({ agentId: `id of ${name}`, agentName: name, agentImageUrl: '' })

/** A run of a page, for tests, with an asker that says what the test tells it to, and a clock that stands. */
function startPageRun(changes: Partial<WantedRun> = {}) {
  const asked: AskedTurn[] = []
  const waits: { act: () => void; milliseconds: number; cancelled: boolean }[] = []
  let ids = 0
  const run = createPageRun({
    wanted: {
      mode: 'parallel',
      task: 'What is light?',
      seats: ['Ada', 'Bo', 'Cy'].map(somebody),
      rounds: 1,
      words: 1_000,
      ...changes,
    },
    ask: (turn, signal) => {
      const { readable, writable } = new TransformStream<ReplyEvent, ReplyEvent>()
      const writer = writable.getWriter()
      let at = 0
      asked.push({
        turn,
        signal,
        async say(text) {
          void writer.write({ type: 'words', at, text }).catch(() => {})
          at += text.length
          await settle()
        },
        async end(event) {
          void writer.write(event).catch(() => {})
          await settle()
        },
        async break(error) {
          void writer.abort(error).catch(() => {})
          await settle()
        },
      })
      return readable
    },
    newId: () => `id ${++ids}`,
    nextFrame: (paint) => queueMicrotask(paint),
    later: (act, milliseconds) => {
      const wait = { act, milliseconds, cancelled: false }
      waits.push(wait)
      return () => {
        wait.cancelled = true
      }
    },
    now: () => new Date(0),
  })
  const ask = (n: number): AskedTurn => {
    const known = asked[n]
    if (!known) throw new Error(`Nobody asked ${n}`)
    return known
  }
  return {
    run,
    asked,
    ask,
    waits,
    state: () => run.getView().run,
    /** How each turn stands, in their order. */
    told: () =>
      run.getView().run.turns.map(({ seat, round, state, content }) => {
        const name = seat === null ? 'Synthesis' : `${run.getView().run.seats[seat]?.agentName} ${round}`
        return `${name} ${state}: ${content}`
      }),
  }
}

/** So many words. */
const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

const limited = (seconds: number) =>
  new ApiError(429, {
    type: 'about:blank',
    title: 'Too many',
    status: 429,
    code: 'rate_limited',
    requestId: 'r',
    retryAfter: seconds,
  })

test('side by side all are asked at once with their share, and the synthesis gets their words', async () => {
  const { run, asked, ask, state, told } = startPageRun()
  expect(asked.map(({ turn }) => [turn.seat, turn.round, turn.words, turn.said])).toEqual([
    [0, 1, 250, []],
    [1, 1, 250, []],
    [2, 1, 250, []],
  ])
  await ask(0).say('It is ')
  expect(told()[0]).toBe('Ada 1 running: It is ')
  await ask(0).say('a wave.')
  for (const n of [0, 1, 2]) await ask(n).end(finished)
  expect(asked).toHaveLength(4)
  expect(ask(3).turn).toMatchObject({
    seat: null,
    round: 0,
    task: 'What is light?',
    agentIds: ['id of Ada', 'id of Bo', 'id of Cy'],
    said: [{ round: 1, seat: 0, content: 'It is a wave.' }],
  })
  await ask(3).say('Both.')
  await ask(3).end(finished)
  expect(state()).toMatchObject({ own: true, state: 'finished', shared: false })
  expect(run.getView().canTakeUp).toBe(false)
})

test('a debate goes on once all of a round have ended, with what they said in it', async () => {
  const { asked, ask } = startPageRun({ mode: 'debate', rounds: 2 })
  for (const n of [0, 1]) {
    await ask(n).say(`Words ${n}`)
    await ask(n).end(finished)
  }
  expect(asked).toHaveLength(3)
  await ask(2).say('Words 2')
  await ask(2).end(finished)
  expect(asked.slice(3).map(({ turn }) => turn.round)).toEqual([2, 2, 2])
  expect(ask(3).turn.said.map(({ content }) => content)).toEqual(['Words 0', 'Words 1', 'Words 2'])
})

test('in a relay one is asked after the other', async () => {
  const { asked, ask } = startPageRun({ mode: 'relay' })
  expect(asked).toHaveLength(1)
  await ask(0).say('First')
  await ask(0).end(finished)
  expect(asked).toHaveLength(2)
  expect(ask(1).turn).toMatchObject({ seat: 1, said: [{ seat: 0, content: 'First' }] })
})

test('one that fails half-way is left out of the synthesis, with all that it said before', async () => {
  const { ask, told, state } = startPageRun({ mode: 'debate', rounds: 2 })
  for (const n of [0, 1, 2]) {
    await ask(n).say(`Round 1 of ${n}`)
    await ask(n).end(finished)
  }
  await ask(4).say('Half a th')
  await ask(4).end(failed)
  for (const n of [3, 5]) {
    await ask(n).say(`Round 2 of ${n - 3}`)
    await ask(n).end(finished)
  }
  expect(told()[4]).toBe('Bo 2 failed: Half a th')
  expect(state().turns[4]).toMatchObject({ trouble: 'failed', said: 3 })
  expect(ask(6).turn.seat).toBeNull()
  expect(ask(6).turn.said.map(({ seat }) => seat)).toEqual([0, 2, 0, 2])
})

test('one that hangs holds nobody up for longer than a person likes: stopped, it keeps its words and counts', async () => {
  const { run, ask, state, told } = startPageRun()
  for (const n of [0, 1]) await ask(n).end(finished)
  await ask(2).say('I was thinking')
  await run.stopTurn(state().turns[2]?.id ?? '')
  expect(ask(2).signal.aborted).toBe(true)
  expect(told()[2]).toBe('Cy 1 stopped: I was thinking')
  expect(ask(3).turn).toMatchObject({ seat: null, said: [{ seat: 2, content: 'I was thinking' }] })
  await ask(2).say(' and more')
  expect(told()[2]).toBe('Cy 1 stopped: I was thinking')
})

test('who is taken out says nothing more and is left out, while it speaks and after', async () => {
  const { run, ask, state, told } = startPageRun()
  await ask(0).say('Mine')
  await ask(0).end(finished)
  await ask(1).say('Yours')
  await run.drop(1)
  expect(ask(1).signal.aborted).toBe(true)
  expect(state().seats.map(({ dropped }) => dropped)).toEqual([false, true, false])
  await run.drop(0)
  await ask(2).say('Theirs')
  await ask(2).end(finished)
  expect(told()[1]).toBe('Bo 1 stopped: Yours')
  expect(ask(3).turn.said).toEqual([{ round: 1, seat: 2, content: 'Theirs' }])
})

test('a run that is stopped lets go of everybody and begins nothing more, until it is taken up', async () => {
  const { run, asked, ask, state } = startPageRun({ mode: 'relay' })
  await ask(0).say('So far')
  await run.stop()
  expect(ask(0).signal.aborted).toBe(true)
  expect(state().state).toBe('stopped')
  await settle()
  expect(asked).toHaveLength(1)
  expect(run.getView().canTakeUp).toBe(true)
  run.takeUp()
  expect(state().state).toBe('running')
  expect(ask(1).turn).toMatchObject({ seat: 1, said: [{ seat: 0, content: 'So far' }] })
})

test('a lost connection is no fault of the agent: the run is interrupted, and taken up it asks that turn again', async () => {
  const { run, ask, state, told } = startPageRun()
  await ask(0).say('Ada’s')
  await ask(0).end(finished)
  await ask(1).say('Half of')
  await ask(1).break(new TypeError('network'))
  await ask(2).end({ type: 'interrupted' })
  expect(state().state).toBe('interrupted')
  expect(run.getView().canTakeUp).toBe(true)
  run.takeUp()
  expect(state().turns.map(({ again }) => again)).toEqual([false, true, true, false, false])
  expect(ask(3).turn).toMatchObject({ seat: 1, round: 1 })
  await ask(3).say('All of it')
  await ask(3).end(finished)
  await ask(4).end(finished)
  expect(told().slice(1, 4)).toEqual([
    'Bo 1 interrupted: Half of',
    'Cy 1 interrupted: ',
    'Bo 1 finished: All of it',
  ])
  expect(ask(5).turn.said.map(({ content }) => content)).toEqual(['Ada’s', 'All of it'])
})

test('where the server takes no more for now, it is asked again when it said, and not before', async () => {
  const { run, asked, ask, waits, state } = startPageRun()
  await ask(1).break(limited(20))
  expect(run.getView().waitsUntil).toEqual(new Date(20_000))
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([20_000])
  expect(asked).toHaveLength(3)
  waits[0]?.act()
  await settle()
  expect(run.getView().waitsUntil).toBeNull()
  expect(asked).toHaveLength(4)
  expect(ask(3).turn).toEqual(ask(1).turn)
  await ask(3).end(finished)
  expect(state().turns[1]?.state).toBe('finished')
})

test('a server that goes on refusing is not asked for ever, and who stops the run waits no longer', async () => {
  const { run, asked, ask, waits, state } = startPageRun()
  await ask(0).break(limited(60))
  waits[0]?.act()
  await settle()
  await ask(3).break(limited(60))
  waits[1]?.act()
  await settle()
  await ask(4).break(limited(60))
  expect(state().turns[0]).toMatchObject({ state: 'failed', trouble: 'limited' })
  await ask(1).break(limited(5))
  await run.stop()
  expect(waits[2]?.cancelled).toBe(true)
  expect(run.getView().waitsUntil).toBeNull()
  expect(asked).toHaveLength(5)
})

test('an agent that is gone has failed; a server in trouble has interrupted', async () => {
  const { ask, state } = startPageRun()
  await ask(0).break(new ApiError(404, undefined))
  await ask(1).break(new ApiError(502, undefined))
  await ask(2).end(finished)
  expect(state().turns.map((turn) => turn.state)).toEqual(['failed', 'interrupted', 'finished'])
})

const action = fc.oneof(
  fc.record({ kind: fc.constant('say' as const), which: fc.nat(20), count: fc.nat(900) }),
  fc.record({
    kind: fc.constantFrom('finish' as const, 'fail' as const, 'break' as const, 'interrupt' as const),
    which: fc.nat(20),
  }),
  fc.record({ kind: fc.constantFrom('stopTurn' as const, 'drop' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom('stop' as const, 'takeUp' as const), which: fc.constant(0) }),
)

test('whatever happens, the words never pass the cap, and a run comes to its end', async () => {
  const wanted = fc.record({
    mode: fc.constantFrom('parallel' as const, 'debate' as const, 'relay' as const),
    rounds: fc.integer({ min: 1, max: 4 }),
    words: fc.integer({ min: 300, max: 3_000 }),
  })
  await fc.assert(
    fc.asyncProperty(wanted, fc.array(action, { maxLength: 25 }), async (changes, actions) => {
      const { run, asked, state } = startPageRun(changes)
      const open = () =>
        asked.filter(({ signal, turn }, index) => !signal.aborted && !over.has(index) && turn.words > 0)
      const over = new Set<number>()
      const said = new Map<number, number>()
      const check = () => {
        const told = state().turns.reduce((sum, { content }) => sum + countWords(content), 0)
        expect(told).toBeLessThanOrEqual(wordsSpent(state().turns))
        expect(wordsSpent(state().turns)).toBeLessThanOrEqual(changes.words)
      }
      const act = async ({ kind, which, ...more }: (typeof actions)[number]) => {
        if (kind === 'stop') return run.stop()
        if (kind === 'takeUp') return run.takeUp()
        if (kind === 'drop') return run.drop(which % 3)
        const candidates = open()
        const one = candidates[which % Math.max(1, candidates.length)]
        if (!one) return
        const index = asked.indexOf(one)
        if (kind === 'stopTurn') {
          const running = state().turns.filter((turn) => turn.state === 'running')
          return run.stopTurn(running[which % Math.max(1, running.length)]?.id ?? '')
        }
        if (kind === 'say') {
          // The server cuts each turn at its words.
          const before = said.get(index) ?? 0
          const count = Math.min('count' in more ? more.count : 0, one.turn.words - before)
          said.set(index, before + count)
          return count > 0 ? one.say(`${words(count)} `) : undefined
        }
        over.add(index)
        if (kind === 'break') return one.break(new TypeError('network'))
        return one.end(kind === 'finish' ? finished : kind === 'fail' ? failed : { type: 'interrupted' })
      }
      for (const next of actions) {
        await act(next)
        await settle()
        check()
      }
      // Whoever still speaks says all that it may.
      for (let steps = 0; state().state === 'running' && steps < 60; steps++) {
        await act({ kind: 'say', which: 0, count: 900 })
        await act({ kind: 'finish', which: 0 })
        check()
      }
      expect(state().state).not.toBe('running')
      expect(state().turns.every(({ said: count }) => count !== null)).toBe(true)
    }),
    { numRuns: 40 },
  )
})
