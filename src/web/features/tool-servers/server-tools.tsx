import { Suspense, useState } from 'react'
import type { AcceptMcpTools, McpServer, McpTool } from '../../../shared/tools/mcp-servers.ts'
import { ShownLetters, ToolWords } from '../../blocks/tool-servers/tool-words.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Unfold } from '../../ui/unfold.tsx'
import * as texts from './texts.ts'
import { useAcceptTools } from './tool-servers.ts'

const ToolDifference = lazyPart(() => import('./tool-difference.tsx'))

const order = { changed: 0, new: 1, accepted: 2, gone: 3 }
const waits = ({ state }: McpTool) => state === 'new' || state === 'changed'

/** What a server offers: first what is new or changed, which is not used until somebody accepts it. */
export default function ServerTools({ server }: { server: McpServer }) {
  const tools = server.tools.toSorted((one, other) => order[one.state] - order[other.state])
  const waiting = tools.filter(waits)
  const fresh = waiting.filter(({ state }) => state === 'new').length
  // What is new is shown at once; what is closed then stays closed.
  const [isOpen, setOpen] = useState(waiting.length > 0)
  return (
    <Unfold
      label={labelOf(server, fresh, waiting.length - fresh)}
      of={server.name}
      look={waiting.length > 0 ? 'text-warning' : ''}
      open={isOpen}
      onToggle={setOpen}
      className="border-t border-line pt-1.5"
    >
      <Offer server={server} waiting={waiting} others={tools.filter((tool) => !waits(tool))} />
    </Unfold>
  )
}

function Offer(props: { server: McpServer; waiting: readonly McpTool[]; others: readonly McpTool[] }) {
  const { server, waiting, others } = props
  const accept = useAcceptTools(server)
  const send = (wanted: AcceptMcpTools) => accept.isPending || accept.mutate(wanted)
  const take = (wanted: readonly McpTool[]) => send({ tools: wanted.map(({ name, pin }) => ({ name, pin })) })
  const actionOf = (tool: McpTool): Action | undefined => {
    if (!server.mayAccept || tool.state === 'gone') return undefined
    return tool.state === 'accepted'
      ? {
          label: texts.withdraw,
          of: texts.withdrawNamed,
          go: () => send({ tools: [], withdrawn: [tool.name] }),
        }
      : { label: texts.accept, of: texts.acceptNamed, go: () => take([tool]) }
  }
  const offered = (tool: McpTool) => (
    <OfferedTool key={tool.name} tool={tool} busy={accept.isPending} action={actionOf(tool)} />
  )
  return (
    <>
      {waiting.length > 0 && <ul className="grid divide-y divide-line">{waiting.map(offered)}</ul>}
      {server.mayAccept && waiting.length > 1 && (
        <Button
          size="small"
          className="mb-4 max-md:min-h-11"
          aria-disabled={accept.isPending}
          onClick={() => take(waiting)}
        >
          {accept.isPending ? texts.accepting : texts.acceptAll(waiting.length)}
        </Button>
      )}
      {others.length > 0 && (
        <ul className={`grid divide-y divide-line ${waiting.length > 0 ? 'border-t border-line' : ''}`}>
          {others.map(offered)}
        </ul>
      )}
    </>
  )
}

function labelOf({ isOfPlace, mayAccept }: McpServer, fresh: number, changed: number): string {
  if (fresh + changed === 0) return texts.showTools
  if (!mayAccept) return texts.waitingOfPlace
  return texts.waiting(fresh, changed, isOfPlace)
}

const tones = { new: 'text-cyan', changed: 'text-warning', accepted: 'text-muted', gone: 'text-muted' }

interface Action {
  label: string
  of: (tool: string) => string
  go: () => void
}

function OfferedTool(props: { tool: McpTool; busy: boolean; action: Action | undefined }) {
  const { tool, busy, action } = props
  const isQuiet = tool.state === 'accepted'
  return (
    <li className="grid gap-2 py-4">
      <div className="grid gap-1.5">
        <p className={`label ${tones[tool.state]}`}>{texts.state[tool.state]}</p>
        <ToolWords tool={tool} />
      </div>
      {tool.before !== undefined && tool.after !== undefined && (
        <div className="grid gap-2">
          <p className="text-sm text-soft">{texts.whatChanged}</p>
          <Suspense fallback={<div aria-busy="true" className="skeleton h-24" />}>
            <ToolDifference before={tool.before} after={tool.after} />
          </Suspense>
        </div>
      )}
      <Unfold label={texts.asItSays} of={tool.title} look="text-muted">
        <pre className="max-w-full border-l border-line-strong pl-3 font-mono text-13 leading-relaxed whitespace-pre-wrap wrap-anywhere text-soft">
          <ShownLetters text={JSON.stringify(tool.parameters, null, 2)} />
        </pre>
      </Unfold>
      {action && (
        <Button
          size="small"
          tone={isQuiet ? 'quiet' : 'plain'}
          className={`justify-self-start max-md:min-h-11 ${isQuiet ? '-ml-3.5' : ''}`}
          aria-label={action.of(tool.title)}
          aria-disabled={busy}
          onClick={action.go}
        >
          {action.label}
        </Button>
      )}
    </li>
  )
}
