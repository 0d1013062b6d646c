import { Link } from '../../lib/router/router.tsx'
import { ArrowRightIcon } from '../../ui/icons.tsx'
import { rooms } from './rooms.ts'
import * as texts from './texts.ts'

/** The room cards (section 2). */
export function RoomPicker() {
  return (
    <section
      aria-label={texts.rooms}
      className="grid gap-3.5 pt-8 pb-16 md:grid-cols-2 md:gap-5 md:pt-14 md:pb-24 lg:grid-cols-3"
    >
      {rooms.map((room) => (
        <Link
          key={room.id}
          to={room.to}
          className="panel hairline cut group flex flex-col p-6 transition-colors duration-200 hover:bg-[#0f1a2b] md:min-h-[212px]"
        >
          <span className="label">{room.code}</span>
          <h2 className="mt-6 mb-1.5 text-23 leading-tight font-semibold">{room.title}</h2>
          <p className="text-soft">{room.subtitle}</p>
          <p className="mt-2 flex-1 text-sm leading-normal text-muted">{room.line}</p>
          <span className="display mt-5 flex items-center gap-2.5 text-13 font-semibold tracking-[0.14em] text-cyan">
            {texts.enter(room.id)}
            <ArrowRightIcon
              width={16}
              height={16}
              className="transition-transform duration-200 group-hover:translate-x-1"
            />
          </span>
        </Link>
      ))}
    </section>
  )
}
