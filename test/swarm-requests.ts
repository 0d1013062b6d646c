import { expect } from 'vitest'
import { type Scenario, type ScenarioName, startModelServer } from '../e2e/fakes/model-server.ts'
import {
  foldSwarm,
  type SwarmRun,
  type SwarmSummary,
  swarmEventSchema,
  swarmRunSchema,
} from '../src/shared/swarm/swarm.ts'
import { newAgent } from './app.ts'
import { readExactly } from './declared-answers.ts'
import { dataOf } from './reply-events.ts'
import type { Account, Send } from './sign-in.ts'

/** Who a model is asked to speak as in a run; `Synthesis` where it ends one. */
export function speakerOf(body: unknown): string {
  const { messages } = body as { messages: { content: string }[] }
  const situation = messages[0]?.content ?? ''
  return /You are "([^"]*)", one of several/.exec(situation)?.[1] ?? 'Synthesis'
}

/** A scripted model server that knows which agent it speaks for. */
export async function swarmModel() {
  const model = await startModelServer()
  return {
    ...model,
    /** What each agent's model does, by the agent's name. */
    script(scenarios: Record<string, Scenario | ScenarioName>) {
      model.choose((body) => scenarios[speakerOf(body)])
    },
  }
}

/** What tests of runs ask a server again and again. */
export function swarmRequests(send: Send) {
  const path = (id: string, rest = '') => `/api/swarm/runs/${id}${rest}`
  async function open(id: string, as?: Account): Promise<SwarmRun> {
    const response = await send('GET', path(id), { as })
    expect(response.status).toBe(200)
    return swarmRunSchema.parse(await response.json())
  }

  /** Begins one that is kept for a wallet; for a visitor one that is not. */
  const begin = (as: Account | undefined, fields: object) =>
    send('POST', as ? '/api/swarm/runs' : '/api/swarm/unkept-runs', {
      as,
      json: {
        id: crypto.randomUUID(),
        mode: 'parallel',
        task: 'What is light?',
        rounds: 1,
        words: 1_200,
        ...fields,
      },
    })

  return {
    path,
    open,

    /** Makes agents of these names. @returns their ids */
    async makeAgents(as: Account, names: readonly string[], fields: object = {}): Promise<string[]> {
      const made = names.map(async (name) => {
        const response = await send('POST', '/api/agents', { as, json: { ...newAgent, ...fields, name } })
        return ((await response.json()) as { id: string }).id
      })
      return Promise.all(made)
    },

    begin,

    /** Begins a run that has to be taken. */
    async begun(as: Account | undefined, fields: object): Promise<SwarmRun> {
      const response = await begin(as, fields)
      expect(response.status).toBe(201)
      return swarmRunSchema.parse(await response.json())
    },

    /** Follows a run until `enough` says so, or to its end, and tells what is known then by its events alone. */
    async follow(
      id: string,
      as: Account | undefined,
      enough: (run: SwarmRun) => boolean = () => false,
    ): Promise<SwarmRun> {
      const gone = new AbortController()
      const response = await send('GET', path(id, '/events'), { as, signal: gone.signal })
      expect(response.status).toBe(200)
      let known: SwarmRun | null = null
      for await (const data of dataOf(response)) {
        known = foldSwarm(known, readExactly(swarmEventSchema, data))
        if (known && enough(known)) break
      }
      gone.abort()
      if (!known) throw new Error('nothing was heard of the run')
      return known
    },

    async list(as: Account): Promise<{ runs: SwarmSummary[]; nextCursor: string | null }> {
      const response = await send('GET', '/api/swarm/runs', { as })
      expect(response.status).toBe(200)
      return (await response.json()) as { runs: SwarmSummary[]; nextCursor: string | null }
    },
  }
}

/** What each agent said in a run, in the order in which it began. */
export function turnsTold({ seats, turns }: SwarmRun): string[] {
  return turns.map(({ seat, round, state, content }) => {
    const name = seat === null ? 'Synthesis' : `${seats[seat]?.agentName} ${round}`
    return `${name} ${state}: ${content}`
  })
}
