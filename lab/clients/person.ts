import type { Agent } from '../../src/shared/agents/agents.ts'
import type { McpServer } from '../../src/shared/tools/mcp-servers.ts'
import { type Account, requestInit, type Send, signInWith } from '../../test/sign-in.ts'
import type { History } from '../history.ts'
import type { World } from '../world/world.ts'
import { Hand } from './requests.ts'

/** Somebody with a wallet, an agent that may use the tool server, and all that they make in a schedule. */
export class Person extends Hand {
  readonly name: string
  readonly agent: string
  /** What only they may read: it stands in their questions, facts and documents. */
  readonly secret: string

  private constructor(
    hand: { world: World; history: History; account: Account },
    { name, agent, secret }: { name: string; agent: string; secret: string },
  ) {
    super(hand.world, hand.history, hand.account)
    this.name = name
    this.agent = agent
    this.secret = secret
  }

  /** Made before anything goes wrong. @throws {Error} if that does not work */
  static async arrive(world: World, history: History, name: string): Promise<Person> {
    const send: Send = (method, path, sent) =>
      fetch(world.server('a').address + path, requestInit(method, sent))
    const account = await signInWith(send)
    const post = async <Made>(path: string, json: unknown): Promise<Made> => {
      const answer = await send('POST', path, { as: account, json })
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as Made
    }
    const address = `http://127.0.0.1:${world.toolLink.port}/mcp`
    const { id, tools } = await post<McpServer>('/api/mcp-servers', { name: 'Mail', address })
    const accepted = tools.map(({ name: tool, pin }) => ({ name: tool, pin }))
    await post(`/api/mcp-servers/${id}/accept`, { tools: accepted })
    const agent = await post<Agent>('/api/agents', {
      ...usualAgent,
      name,
      tools: { own: [], servers: [{ id, open: [] }] },
    })
    await post(`/api/agents/${agent.id}/publish`, {})
    return new Person(
      { world, history, account },
      { name, agent: agent.id, secret: `island-${crypto.randomUUID()}` },
    )
  }
}

const usualAgent = {
  description: 'written at first',
  category: 'neural',
  personality: 'You are patient.',
  capabilities: ['Explaining'],
  knowledgeDomains: ['Mathematics'],
} as const
