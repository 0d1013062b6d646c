import { type ComponentProps, Suspense } from 'react'
import { optionalPart } from '../../ui/optional-part.ts'
import type Disclosure from './model-disclosure.tsx'

// A first visit often shows no reply of a model. Without the code the reply is there as it was said.
const ModelDisclosure = optionalPart(() => import('./model-disclosure.tsx'))

/** Which model answered, as a quiet button among what stands below a reply, and all that is known of it once opened. */
export function ModelLine(props: ComponentProps<typeof Disclosure>) {
  return (
    <Suspense fallback={<span className="min-h-8 max-md:min-h-11" />}>
      <ModelDisclosure {...props} />
    </Suspense>
  )
}
