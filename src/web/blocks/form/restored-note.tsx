import { Button } from '../../ui/button.tsx'

/** Says above a form that it holds what was typed before, and offers to begin anew. */
export function RestoredNote(props: {
  /** Set where there is something to say; `lostFile`: a chosen file that has not come back. */
  restored: { lostFile: string | undefined } | undefined
  onStartOver: () => void
}) {
  if (!props.restored) return null
  const { lostFile } = props.restored
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-l-2 border-cyan bg-cyan/8 py-1.5 pr-2 pl-4 text-sm">
      <p>
        What you had typed is back.
        {lostFile && ` The file “${lostFile}” has to be chosen again.`}
      </p>
      <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={props.onStartOver}>
        Start over
      </Button>
    </div>
  )
}
