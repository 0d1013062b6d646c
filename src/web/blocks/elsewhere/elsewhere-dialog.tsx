import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import * as texts from '../texts.ts'
import { KEY_PLACEHOLDER } from './snippets.ts'
import { SnippetsView } from './snippets-view.tsx'

export default function ElsewhereDialog(props: {
  agent: { id: string; name: string; handle: string | null }
  onClose: () => void
}) {
  const { agent } = props
  return (
    <Dialog
      open
      title={texts.useElsewhere(agent.name)}
      description={texts.elsewhereAbout}
      onClose={props.onClose}
    >
      <div className="grid min-w-0 gap-6">
        <SnippetsView model={agent.handle ?? agent.id} apiKey={KEY_PLACEHOLDER} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5">
          <p className="max-w-[44ch] text-sm text-soft">{texts.elsewhereKey}</p>
          <ButtonLink to="/settings" size="small" className="max-md:min-h-11">
            {texts.makeKey}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  )
}
