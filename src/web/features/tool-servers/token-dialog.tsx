import { useState } from 'react'
import { type McpServer, mcpServerChangesSchema } from '../../../shared/tools/mcp-servers.ts'
import { schemaErrors } from '../../blocks/form/field-errors.ts'
import { FormNotice } from '../../blocks/form/form-notice.tsx'
import { useForm } from '../../blocks/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import * as texts from './texts.ts'
import { useToolServerChanges } from './tool-servers.ts'

/** Another token for a server, or none any more. The one that is there is never shown. */
export default function TokenDialog({ server, onClose }: { server: McpServer; onClose: () => void }) {
  const [values, setValues] = useState({ token: '' })
  const { change } = useToolServerChanges()
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: ['token'] as const,
    check: (typed) => schemaErrors(mcpServerChangesSchema.safeParse(typed)),
    send: ({ token }) => change(server.id, { token: token.trim() || null }),
    onSent({ name }) {
      toast.success(texts.tokenSaved(name))
      onClose()
    },
  })
  return (
    <Dialog open title={texts.tokenTitle(server.name)} description={texts.tokenAbout} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <TextField {...form.field('token')} label={texts.token} hint={texts.newTokenHint} secret />
        <FormNotice submission={form.submission} failed={texts.tokenNotSaved} />
        <Button type="submit" tone="primary" className="justify-self-start" aria-disabled={form.busy}>
          {form.busy ? texts.connecting : texts.saveToken}
        </Button>
      </form>
    </Dialog>
  )
}
