import { Link } from '../../../lib/router/router.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { OlderCreateForm } from './older-create-form.tsx'
import { useOlderCreate } from './use-older-create.ts'

/** Section 5's older create dialog. It stays while it is closed, so that it opens again as it was left. */
export default function OlderCreateDialog(props: { open: boolean; close: () => void }) {
  const older = useOlderCreate(props)
  return (
    <Dialog
      open={props.open}
      onClose={props.close}
      title="Create an agent"
      description="It starts as a draft that only its link opens. You publish it when it is ready."
    >
      <p className="-mt-3 mb-6 text-sm text-soft">
        Public from the start?{' '}
        <Link to="/create" className="text-cyan underline underline-offset-4 hover:text-white">
          Use the full page
        </Link>
      </p>
      <OlderCreateForm older={older} />
    </Dialog>
  )
}
