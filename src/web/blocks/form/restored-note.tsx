import { Button } from '../../ui/button.tsx'
import * as texts from '../texts.ts'

export function RestoredNote(props: {
  /** Set if text was restored. `lostFile` is a file that has to be chosen again. */
  restored: { lostFile: string | undefined } | undefined
  onStartOver: () => void
}) {
  if (!props.restored) return null
  const { lostFile } = props.restored
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-l-2 border-cyan bg-cyan/8 py-1.5 pr-2 pl-4 text-sm">
      <p>
        {texts.restored}
        {lostFile && texts.chooseAgain(lostFile)}
      </p>
      <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={props.onStartOver}>
        {texts.startOver}
      </Button>
    </div>
  )
}
