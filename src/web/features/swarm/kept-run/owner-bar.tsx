import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { Button } from '../../../ui/button.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { useDeleteRun } from '../api/use-delete-run.ts'
import * as texts from '../texts.ts'
import { ExportLink } from './export-link.tsx'
import { ShareControl } from './share-control.tsx'
import { UnkeptNote } from './unkept-note.tsx'

/** For the wallet that stores the run, or everybody with the link of one that no wallet stores. */
export function OwnerBar(props: {
  run: SwarmRun
  signedIn: boolean
  share: (shared: boolean) => Promise<void>
  /** Called with true before the run is deleted, so that it is no longer requested; with false if it still exists. */
  abort: (on: boolean) => void
}) {
  const { run } = props
  const { mutateAsync: remove, isPending, data } = useDeleteRun(run.id)
  const deleting = isPending || data === true
  const onDelete = async () => {
    props.abort(true)
    if (!(await remove(run))) props.abort(false)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-y border-line py-3">
      {run.until === undefined ? (
        <ShareControl id={run.id} shared={run.shared} share={props.share} />
      ) : (
        <UnkeptNote id={run.id} until={run.until} signedIn={props.signedIn} />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <ExportLink id={run.id} />
        <Button
          size="small"
          tone="quiet"
          className="max-md:min-h-11"
          aria-disabled={deleting}
          onClick={() => deleting || void onDelete()}
        >
          <TrashIcon width={16} height={16} />
          {deleting ? texts.deleting : texts.deleteIt}
        </Button>
      </div>
    </div>
  )
}
