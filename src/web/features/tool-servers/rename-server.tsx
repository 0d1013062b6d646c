import { limits } from '../../../shared/common/limits.ts'
import { type McpServer, mcpServerChangesSchema } from '../../../shared/tools/mcp-servers.ts'
import { RenameForm } from '../../blocks/form/rename-form.tsx'
import * as texts from './texts.ts'
import { useToolServerChanges } from './tool-servers.ts'

/** Apart, because it loads the validator. */
export default function RenameServer(props: { server: McpServer; onDone: () => void }) {
  const { id, name } = props.server
  const { change } = useToolServerChanges()
  return (
    <RenameForm
      field="name"
      label={texts.nameLabel}
      name={name}
      max={limits.apiKeyName}
      check={(typed) => mcpServerChangesSchema.safeParse({ name: typed })}
      rename={(typed) => change(id, { name: typed })}
      onDone={props.onDone}
    />
  )
}
