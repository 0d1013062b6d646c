import { Waiting } from '../../../blocks/list/waiting.tsx'
import * as texts from '../texts.ts'

export function EditLoading() {
  return (
    <Waiting words={texts.loading} look="grid gap-6">
      {['h-12', 'h-24', 'h-24', 'h-36'].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={index} className={`skeleton ${height}`} />
      ))}
    </Waiting>
  )
}
