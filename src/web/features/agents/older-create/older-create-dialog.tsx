import { Link } from '../../../lib/router/router.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import * as agentTexts from '../texts.ts'
import { OlderCreateForm } from './older-create-form.tsx'
import * as texts from './texts.ts'
import { useOlderCreate } from './use-older-create.ts'

/**
 * Section 5. It stays mounted while it is closed, so that closing it by mistake loses nothing, including a chosen file,
 * and a running creation continues.
 */
export default function OlderCreateDialog(props: { open: boolean; close: () => void }) {
  const older = useOlderCreate(props)
  return (
    <Dialog
      open={props.open}
      onClose={props.close}
      title={agentTexts.createAgent}
      description={texts.olderCreateAbout}
    >
      <p className="-mt-3 mb-6 text-sm text-soft">
        {texts.wantPublic}{' '}
        <Link to="/create" className="text-cyan underline underline-offset-4 hover:text-white">
          {texts.useFullPage}
        </Link>
      </p>
      <OlderCreateForm older={older} />
    </Dialog>
  )
}
