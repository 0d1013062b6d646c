import { Button } from '../../ui/button.tsx'

/** Says above a form that it holds what was typed before, and offers to begin anew. */
export function RestoredNote(props: {
  /** A chosen file that has not come back. */
  lostFile?: string | undefined
  onStartOver: () => void
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-l-2 border-cyan bg-cyan/8 py-1.5 pr-2 pl-4 text-sm">
      <p>
        What you had typed is back.
        {props.lostFile && ` The file “${props.lostFile}” has to be chosen again.`}
      </p>
      <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={props.onStartOver}>
        Start over
      </Button>
    </div>
  )
}
