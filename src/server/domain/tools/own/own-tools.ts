import { type OwnTool, ownTools } from '../../../../shared/tools/tool-states.ts'
import type { Tool, ToolAsker, ToolSource } from '../tool.ts'
import { askPerson } from './ask-person.ts'
import { calculator } from './calculator.ts'
import { createDocuments, type DocumentsOptions } from './documents.ts'
import { createTime } from './time.ts'

/** Makes a tool for whoever asks; null where it can't be used. */
export type MakeTool = (asker: ToolAsker) => Tool | null

/** Those that ask other servers or other agents. */
type NetworkTool = 'web_page' | 'solana_balance' | 'ask_agent'

interface OwnToolsOptions extends DocumentsOptions {
  clock: () => Date
  /** What is left out is offered to nobody. */
  network?: Partial<Record<NetworkTool, MakeTool>>
}

/** The tools of this place that the owner of an agent chose for it. */
export class OwnTools implements ToolSource {
  readonly #make: Partial<Record<OwnTool, MakeTool>>

  constructor({ db, findPassages, clock, network = {} }: OwnToolsOptions) {
    const time = createTime(clock)
    this.#make = {
      ...network,
      time: () => time,
      calculator: () => calculator,
      // What belongs to no stored agent has no documents.
      documents: (asker) => (asker.agentId === null ? null : createDocuments({ db, findPassages }, asker)),
      // Nobody could answer it where nothing waits.
      ask_person: ({ place, wallet }) => (place === null || wallet === null ? null : askPerson),
    }
  }

  async list(asker: ToolAsker): Promise<readonly Tool[]> {
    const chosen = new Set(asker.tools?.own)
    return ownTools.flatMap((name) => (chosen.has(name) ? (this.#make[name]?.(asker) ?? []) : []))
  }
}
