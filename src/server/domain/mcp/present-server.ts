import type { McpServer, McpTool } from '../../../shared/tools/mcp-servers.ts'
import type { McpCheckRow, McpToolRow } from '../../db/mcp/mcp-tools.ts'
import type { KnownServer } from './known-servers.ts'
import { descriptionOf, indented, parametersOf, saysReadOnly, titleOf } from './raw-tools.ts'

/** Who may accept its tools depends on where whoever asks sits, which the route knows. */
export type PresentedServer = Omit<McpServer, 'mayAccept'>

interface Facts {
  tools: readonly McpToolRow[]
  checks: readonly McpCheckRow[]
  /** The servers at which the person who asks is signed in. */
  signedIn: ReadonlySet<string>
}

/** A server as its owner, or whoever may use it, sees it: without what it is asked with. */
export function presentServer(server: KnownServer, { tools, checks, signedIn }: Facts): PresentedServer {
  const { id, name, address, host, auth, owner, isShown } = server
  const check = checks.find((one) => one.server === id)
  return {
    ...{ id, name, host, auth, isOfPlace: owner === null },
    address: isShown ? address : null,
    health: check?.health ?? 'never',
    problem: check?.problem ?? null,
    checkedAt: check?.checkedAt.toISOString() ?? null,
    signedIn: auth === 'oauth' ? signedIn.has(id) : null,
    tools: tools.filter((tool) => tool.server === id).flatMap((tool) => presentTool(tool) ?? []),
  }
}

function presentTool({ name, pin, raw, acceptedPin, acceptedRaw }: McpToolRow): McpTool | null {
  const shown = raw ?? acceptedRaw
  const shownPin = pin ?? acceptedPin
  if (!shown || shownPin === null) return null
  const isChanged = pin !== null && acceptedPin !== null && pin !== acceptedPin
  return {
    name,
    title: titleOf({ ...shown, name }),
    description: descriptionOf(shown),
    parameters: parametersOf(shown),
    pin: shownPin,
    state: pin === null ? 'gone' : acceptedPin === null ? 'new' : isChanged ? 'changed' : 'accepted',
    ...(isChanged && raw && acceptedRaw && { before: indented(acceptedRaw), after: indented(raw) }),
    readOnly: saysReadOnly(shown),
  }
}
