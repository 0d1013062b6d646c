import { limits } from '../../../../shared/common/limits.ts'

/** Stands under a field: what is wrong with its text, and how long that is once it comes near the limit. */
export function FieldCount(props: { errorId: string; error: string | undefined; used: number | undefined }) {
  const { error, used } = props
  if (!error && used === undefined) return null
  return (
    <div className="mt-2 flex justify-between gap-4 px-1 text-sm">
      <p id={props.errorId} role="alert" className="text-[#ff8ba0]">
        {error}
      </p>
      {used !== undefined && (
        <p className={`flex-none tabular-nums ${error ? 'text-[#ff8ba0]' : 'text-muted'}`}>
          {`${used.toLocaleString('en-US')} / ${limits.chatMessage.toLocaleString('en-US')}`}
        </p>
      )}
    </div>
  )
}
