import { findStepCarries } from '../../db/tools/tool-carries.ts'
import { findGrants, grantKey } from '../../db/tools/tool-grants.ts'
import type { ActingIn, FindTools } from '../chat/reply-tools.ts'
import { Acting } from './acting.ts'
import { CallLedger, type LedgerOptions } from './call-ledger.ts'
import { CALL_TOOL } from './meant-tool.ts'
import type { MeasureCall, Tool, ToolAsker, ToolSource } from './tool.ts'

interface AgentsToolsOptions extends LedgerOptions {
  sources: readonly ToolSource[]
  measure?: MeasureCall | undefined
}

/** Gives each reply the tools that its agent has for whoever asked. */
export class AgentsTools implements FindTools {
  readonly #options: AgentsToolsOptions

  constructor(options: AgentsToolsOptions) {
    this.#options = options
  }

  /** @returns undefined for an agent without any of whom nothing is remembered, which costs nothing */
  async for(
    agent: Parameters<FindTools['for']>[0],
    wallet: string | null,
    acting: ActingIn,
  ): Promise<Acting | undefined> {
    const { db, clock } = this.#options
    const { place, written, cited, answered, requestId, log, signal, depth = 0, mayAsk = true } = acting
    const { recollects } = acting
    if (!agent.tools && !recollects?.hasFacts) return undefined
    const asker: ToolAsker = {
      ...{ agentId: agent.id, owner: agent.owner, wallet, tools: agent.tools },
      place: mayAsk ? place : null,
      ...{ depth, recollects },
    }
    const [lists, grants, carries] = await Promise.all([
      Promise.all(this.#options.sources.map((source) => source.list(asker, signal))),
      wallet === null || agent.id === null ? new Map<string, string>() : findGrants(db, wallet, agent.id),
      acting.isResumed && place ? findStepCarries(db, place, [place.replyId]) : [],
    ])
    // What has an effect is in the ledger, which a reply that nobody keeps has not.
    const isGranted = ({ origin, name, pin }: Tool) =>
      place !== null && grants.get(grantKey(origin, name)) === pin
    const all = lists.flat()
    const tools = mayAsk ? all : withoutPerson(all, isGranted)
    const marks = { ...acting.marks, untrusted: acting.marks.untrusted || agent.owner !== wallet }
    return new Acting({
      tools,
      leftOut: !mayAsk && (tools.length < all.length || agent.tools?.own.includes('ask_person') === true),
      context: {
        asker,
        written,
        cited,
        ...(answered && { answered }),
        requestId,
        log,
        measure: this.#options.measure,
      },
      marks,
      // Whose agent it is says nothing of what it was given to read.
      hasMaterial: acting.hasMaterial ?? acting.marks.untrusted,
      isGranted,
      ledger:
        place && wallet !== null ? new CallLedger(this.#options, place, { wallet, agentId: agent.id }) : null,
      mayWait: mayAsk,
      carries: new Map(carries.map(({ step, replyId: _, ...carry }) => [step, carry])),
      clock,
    })
  }
}

/** Those that may be of use where nobody can be asked; which arguments need nobody is seen when one is called. */
const withoutPerson = (all: readonly Tool[], isGranted: (tool: Tool) => boolean): readonly Tool[] =>
  all.filter((tool) => {
    const { kind, name, isFree, resolve } = tool
    // Tools of servers ask, so there is nothing to find.
    if (name === 'find_tools' || name === CALL_TOOL) return false
    return kind === 'pure' || (kind === 'acts' && (isGranted(tool) || (isFree ?? resolve) !== undefined))
  })
