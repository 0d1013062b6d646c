import * as texts from './texts.ts'

export function DraftMark({ inline = false }: { inline?: boolean }) {
  return (
    <span
      className={`label rounded-full border border-warning/60 bg-[#191402]/90 px-2.5 py-1.5 text-warning ${inline ? '' : 'absolute top-3.5 right-3.5'}`}
    >
      {texts.draft}
    </span>
  )
}
