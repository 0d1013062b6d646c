import { Link } from '../../lib/router/router.tsx'
import { ArrowRightIcon } from '../../ui/icons.tsx'

/** Section 2: the room cards. */
const rooms = [
  { id: 'create', title: 'Create Room', subtitle: 'Start a new agent room', code: 'RM-01', to: '/create' },
  { id: 'join', title: 'Join Room', subtitle: 'Connect to existing room', code: 'RM-02', to: '/join' },
  { id: 'control', title: 'Control Room', subtitle: 'Agent Control Center', code: 'RM-03', to: '/control' },
  { id: 'social', title: 'Social Room', subtitle: 'Social Media Agent', code: 'RM-04', to: '/social' },
  { id: 'chat', title: 'Chat Room', subtitle: 'Chat Agent Interface', code: 'RM-05', to: '/chat' },
  { id: 'swarm', title: 'Swarm Room', subtitle: 'Swarm Intelligence Hub', code: 'RM-06', to: '/swarm' },
] as const

export function RoomPicker() {
  return (
    <section
      aria-label="Rooms"
      className="grid gap-3.5 pt-8 pb-16 md:grid-cols-2 md:gap-5 md:pt-14 md:pb-24 lg:grid-cols-3"
    >
      {rooms.map((room) => (
        <Link
          key={room.id}
          to={room.to}
          className="panel hairline cut group flex flex-col p-6 transition-colors duration-200 hover:bg-[#0f1a2b] md:min-h-[212px]"
        >
          <span className="label">{room.code}</span>
          <h2 className="mt-6 mb-1.5 text-[23px] leading-tight font-semibold">{room.title}</h2>
          <p className="flex-1 text-soft">{room.subtitle}</p>
          <span className="display mt-5 flex items-center gap-2.5 text-xs font-semibold tracking-[0.16em] text-cyan">
            {`ENTER ${room.id.toUpperCase()}`}
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
