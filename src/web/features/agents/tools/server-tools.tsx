import { useId } from 'react'
import type { McpServer, McpTool } from '../../../../shared/tools/mcp-servers.ts'
import { ToolWords } from '../../../blocks/tool-servers/tool-words.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { Unfold } from '../../../ui/unfold.tsx'
import * as texts from './texts.ts'

/** The tools of a server, folded, and which of them run with the owner's connection for everybody. */
export function ServerTools(props: {
  server: McpServer
  /** Undefined where the server is not chosen. */
  open: readonly string[] | undefined
  onOpen: (names: readonly string[]) => void
}) {
  const { server, open = [] } = props
  // One that is gone matters only as long as it is open.
  const tools = server.tools.filter(({ name, state }) => state !== 'gone' || open.includes(name))
  const usable = tools.filter(({ state }) => state === 'accepted').length
  if (tools.length === 0) return <p className="text-sm text-muted">{texts.noTools}</p>
  // At a server of the place with a sign-in, each person has their own.
  const canOpen = props.open !== undefined && !(server.isOfPlace && server.auth === 'oauth')
  const toggle = (name: string, isOpen: boolean) =>
    props.onOpen(isOpen ? [...open, name] : open.filter((one) => one !== name))
  return (
    <Unfold label={texts.toolsOf(usable, open.length)} of={server.name}>
      <div className="grid gap-4 border-l border-line pt-2 pl-4">
        {props.open && (
          <p className="max-w-[64ch] text-pretty text-sm leading-relaxed text-soft">{meaningOf(server)}</p>
        )}
        <ul className="grid gap-5">
          {tools.map((tool) => (
            <ToolOfServer
              key={tool.name}
              tool={tool}
              isOpen={open.includes(tool.name)}
              onToggle={canOpen ? (isOpen) => toggle(tool.name, isOpen) : undefined}
            />
          ))}
        </ul>
      </div>
    </Unfold>
  )
}

function meaningOf({ isOfPlace, auth }: McpServer): string {
  if (!isOfPlace) return texts.openMeans(auth === 'oauth')
  return auth === 'oauth' ? texts.ownSignIns : texts.openOfPlaceMeans
}

function ToolOfServer(props: {
  tool: McpTool
  isOpen: boolean
  onToggle: ((isOpen: boolean) => void) | undefined
}) {
  const { tool, isOpen, onToggle } = props
  const id = useId()
  return (
    <li className="grid gap-1.5">
      <ToolWords tool={tool} />
      {tool.state !== 'accepted' && <p className="text-sm text-warning">{texts.states[tool.state]}</p>}
      {/* One that was opened can be closed, whatever became of it. */}
      {onToggle && (isOpen || tool.state === 'accepted') && (
        <div className="flex items-center gap-3">
          <Switch
            on={isOpen}
            onChange={onToggle}
            aria-label={texts.openNamed(tool.title)}
            aria-describedby={id}
          />
          <span id={id} aria-hidden="true" className="text-sm text-soft">
            {texts.openForAll}
          </span>
        </div>
      )}
    </li>
  )
}
