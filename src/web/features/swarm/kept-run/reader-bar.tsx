import { ButtonLink } from '../../../ui/button.tsx'
import { ExportLink } from './export-link.tsx'

/** Told to whoever reads a run that somebody else shared. */
export function ReaderBar({ id }: { id: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-y border-line py-3">
      <div className="min-w-0 flex-[1_1_260px]">
        <p className="text-sm text-text">Shared with you, to read</p>
        <p className="text-[13px] leading-snug text-muted">
          Somebody else’s run. What comes later is shown here as it comes.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <ExportLink id={id} />
        <ButtonLink to="/swarm" size="small" className="max-md:min-h-11">
          Begin your own
        </ButtonLink>
      </div>
    </div>
  )
}
