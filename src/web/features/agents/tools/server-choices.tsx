import { useQuery } from '@tanstack/react-query'
import type { AgentTools } from '../../../../shared/tools/agent-tools.ts'
import type { McpServer } from '../../../../shared/tools/mcp-servers.ts'
import { toolLimits } from '../../../../shared/tools/tool-states.ts'
import { FailedNote } from '../../../blocks/list/instead.tsx'
import { listOf } from '../../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { toolServersQuery } from '../../../blocks/tool-servers/tool-servers-query.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { SwitchField } from '../../../ui/form/switch-field.tsx'
import { OutsideIcon } from '../../../ui/icons.tsx'
import { ServerTools } from './server-tools.tsx'
import * as texts from './texts.ts'

type Chosen = AgentTools['servers']

/** The servers of this person and of the place. One that is gone stays until it is switched off. */
export function ServerChoices(props: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { chosen, onChange } = props
  const viewer = useViewer() ?? null
  const asked = useQuery({ ...toolServersQuery(useApi(), viewer ?? ''), enabled: viewer !== null })
  const servers = asked.data?.servers ?? []
  const isFull = chosen.length >= toolLimits.serversOfAgent
  const choose = (id: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, { id, open: [] }] : chosen.filter((one) => one.id !== id))
  const open = (id: string, names: readonly string[]) =>
    onChange(chosen.map((one) => (one.id === id ? { id, open: [...names] } : one)))
  return (
    <>
      <p className="max-w-[64ch] text-pretty text-sm leading-relaxed text-soft">{texts.serversAbout}</p>
      {viewer === null ? (
        <p className="text-sm text-muted">{texts.needsSignIn}</p>
      ) : (
        <ListView
          list={listOf(asked, servers)}
          as="ul"
          className="grid divide-y divide-line border-y border-line"
          words={{ loading: texts.loading }}
          loading={<Skeletons of={<li aria-hidden="true" className="skeleton my-4 h-11" />} count={2} />}
          empty={<p className="text-sm text-muted">{texts.noServers}</p>}
          failed={(failure) => <FailedNote failure={failure} what={texts.failed} className="py-2" />}
        >
          {(shown) =>
            shown.map((server) => {
              const choice = chosen.find(({ id }) => id === server.id)
              return (
                <ServerChoice
                  key={server.id}
                  server={server}
                  choice={choice}
                  onToggle={(isOn) => (isOn && isFull) || choose(server.id, isOn)}
                  onOpen={(names) => open(server.id, names)}
                />
              )
            })
          }
        </ListView>
      )}
      {asked.data && (
        <GoneServers
          of={chosen.filter(({ id }) => !servers.some((one) => one.id === id))}
          onRemove={(id) => choose(id, false)}
        />
      )}
      {isFull && <p className="text-sm text-muted">{texts.most(toolLimits.serversOfAgent)}</p>}
      <ToSettings />
    </>
  )
}

function ServerChoice(props: {
  server: McpServer
  choice: Chosen[number] | undefined
  onToggle: (isOn: boolean) => void
  onOpen: (names: readonly string[]) => void
}) {
  const { server, choice } = props
  const trouble = server.signedIn === false ? texts.signInFirst : server.problem
  return (
    <li className="grid gap-2 py-4">
      <SwitchField
        name={`server-${server.id}`}
        label={server.name}
        hint={texts.serverHint(server.host, server.isOfPlace)}
        value={choice !== undefined}
        onChange={props.onToggle}
      />
      {trouble !== null && <p className="text-sm text-warning">{trouble}</p>}
      {(trouble === null || server.tools.length > 0) && (
        <ServerTools server={server} open={choice?.open} onOpen={props.onOpen} />
      )}
    </li>
  )
}

function GoneServers({ of, onRemove }: { of: Chosen; onRemove: (id: string) => void }) {
  if (of.length === 0) return null
  return (
    <ul className="grid divide-y divide-line border-b border-line">
      {of.map(({ id }) => (
        <li key={id} className="py-4">
          <SwitchField
            name={`server-${id}`}
            label={texts.gone}
            hint={texts.goneHint}
            value
            onChange={() => onRemove(id)}
          />
        </li>
      ))}
    </ul>
  )
}

/** In a tab of its own, because an edit that is not saved would be lost. */
function ToSettings() {
  return (
    <p className="text-sm">
      <a
        href="/settings#tool-servers"
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 items-center gap-2 text-cyan underline underline-offset-3 max-md:min-h-11"
      >
        {texts.connect}
        <OutsideIcon width={14} height={14} aria-hidden="true" />
        <span className="sr-only">{texts.newTab}</span>
      </a>
    </p>
  )
}
