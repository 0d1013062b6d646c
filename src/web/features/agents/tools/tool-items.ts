import type { AgentTools } from '../../../../shared/tools/agent-tools.ts'
import { ownToolWords } from '../../../../shared/tools/own-tool-words.ts'
import { isOwnServer } from '../../../../shared/tools/tool-states.ts'
import * as texts from './texts.ts'

/** Each tool of this place, and each server with what is open of it, in a line of its own. */
export function toolItems(tools: AgentTools | null, names: ReadonlyMap<string, string>): string[] {
  if (!tools) return []
  return [
    ...tools.own.map((name) => ownToolWords[name].name),
    ...tools.servers.map(({ id, open }) => {
      const name = names.get(id) ?? (isOwnServer(id) ? undefined : id)
      return texts.openTools(name === undefined ? texts.ownServer : texts.server(name), open)
    }),
  ]
}
