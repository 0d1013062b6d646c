import { useQuery } from '@tanstack/react-query'
import type { AgentTools } from '../../../../shared/tools/agent-tools.ts'
import { ChangedList } from '../../../blocks/differences/changed-parts.tsx'
import { compareLists } from '../../../blocks/differences/compare-texts.ts'
import { toolServersQuery } from '../../../blocks/tool-servers/tool-servers-query.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { toolItems } from '../tools/tool-items.ts'

/** What of a choice of tools was added and removed, with the names of servers that are there. */
export function ToolChange(props: { label: string; before: AgentTools | null; after: AgentTools | null }) {
  const viewer = useViewer() ?? null
  const namesServers = [props.before, props.after].some((tools) => tools && tools.servers.length > 0)
  const { data } = useQuery({
    ...toolServersQuery(useApi(), viewer ?? ''),
    enabled: viewer !== null && namesServers,
  })
  const names = new Map(data?.servers.map(({ id, name }) => [id, name]))
  const [before, after] = [toolItems(props.before, names), toolItems(props.after, names)]
  return <ChangedList label={props.label} parts={compareLists(before, after)} />
}
