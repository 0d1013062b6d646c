import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KEY_PLACEHOLDER } from './snippets.ts'
import { SnippetsView } from './snippets-view.tsx'

/** How an agent is used from other programs. */
export default function ElsewhereDialog(props: {
  agent: { id: string; name: string; handle: string | null }
  onClose: () => void
}) {
  const { agent } = props
  return (
    <Dialog
      open
      title={`Use ${agent.name} elsewhere`}
      description="Programs that speak with OpenAI’s models, use tools over MCP or meet agents over A2A can use this one."
      onClose={props.onClose}
    >
      <div className="grid min-w-0 gap-6">
        <SnippetsView model={agent.handle ?? agent.id} apiKey={KEY_PLACEHOLDER} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5">
          <p className="max-w-[44ch] text-sm text-soft">
            It needs an API key of your wallet. A key is shown once, when it is made.
          </p>
          <ButtonLink to="/settings" size="small" className="max-md:min-h-11">
            Make a key
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  )
}
