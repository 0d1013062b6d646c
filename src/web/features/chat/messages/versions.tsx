import { type ComponentProps, Suspense } from 'react'
import { optionalPart } from '../../../ui/optional-part.ts'
import type Arrows from './branch-arrows.tsx'

// In a first visit nothing has a second version.
const BranchArrows = optionalPart(() => import('./branch-arrows.tsx'))

/** What turns through the versions of a message; nothing for the only one. */
export function Versions(props: ComponentProps<typeof Arrows>) {
  if (props.branches.ids.length < 2) return null
  return (
    <Suspense fallback={<span className="min-h-8 w-24 max-md:min-h-11" />}>
      <BranchArrows {...props} />
    </Suspense>
  )
}
