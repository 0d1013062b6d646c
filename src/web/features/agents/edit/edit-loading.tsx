import * as texts from '../texts.ts'

export function EditLoading() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      {['h-12', 'h-24', 'h-24', 'h-36'].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={index} className={`skeleton ${height}`} />
      ))}
    </div>
  )
}
