import { randomUUID } from 'node:crypto'
import type { Agent } from '../src/shared/agents/agents.ts'
import type { Source, SourceList } from '../src/shared/knowledge/sources.ts'
import { newAgent, type testApp } from './app.ts'
import type { Account } from './sign-in.ts'

type App = Pick<ReturnType<typeof testApp>, 'send' | 'readIn'>

/** What tests do to the documents of agents, through the API. */
export function agentSources({ send, readIn }: App) {
  async function list(agent: Agent, as?: Account): Promise<SourceList> {
    return (await send('GET', `/api/agents/${agent.id}/sources`, { as })).json()
  }

  return {
    list,

    async makeAgent(as: Account, more: Partial<Agent> = {}): Promise<Agent> {
      const answer = await send('POST', '/api/agents', { as, json: { ...newAgent, ...more } })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    },

    /** Sends a file; the answer may be a refusal. */
    send: (agent: Agent, as: Account | undefined, file: { name: string; body: BodyInit; id?: string }) =>
      send(
        'POST',
        `/api/agents/${agent.id}/sources?${new URLSearchParams({ id: file.id ?? randomUUID(), name: file.name })}`,
        {
          as,
          body: file.body,
        },
      ),

    /** Sends a file and waits until it is read in. */
    async read(agent: Agent, as: Account, file: { name: string; body: BodyInit }): Promise<Source> {
      const answer = await this.send(agent, as, file)
      if (answer.status !== 201) throw new Error(await answer.text())
      const { id } = (await answer.json()) as Source
      await readIn.settled()
      const source = (await list(agent, as)).sources.find((source) => source.id === id)
      if (!source) throw new Error('It is not listed')
      return source
    },
  }
}
