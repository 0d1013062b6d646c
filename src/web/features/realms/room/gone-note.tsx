import { ButtonLink } from '../../../ui/button.tsx'

/** Stands where one would write, once the realm was deleted. */
export function GoneNote() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-4">
      <p role="status" className="min-w-0 flex-1 basis-64 text-soft">
        This realm was deleted. What was said can be read here until you leave.
      </p>
      <ButtonLink to="/realm" size="small" className="max-md:min-h-11">
        All realms
      </ButtonLink>
    </div>
  )
}
