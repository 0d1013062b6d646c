import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The first paint does not know the time zone. @param room a text of the same width */
export function LocalTime(props: { at: string; format: (at: Date) => string; room: string }) {
  const known = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <time dateTime={props.at} className={known ? '' : 'invisible'}>
      {known ? props.format(new Date(props.at)) : props.room}
    </time>
  )
}
