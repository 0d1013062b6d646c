import { Icon, type IconProps } from '../../../ui/icons.tsx'

export const AnotherModelIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 7h10v10H7zM10 7V4M14 7V4M10 20v-3M14 20v-3M7 10H4M7 14H4M20 10h-3M20 14h-3" />
  </Icon>
)
export const SideBySideIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 5.5h6v13h-6zM13.5 5.5h6v13h-6z" />
  </Icon>
)
export const ForkIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 20v-5.5c0-2 1-3 3-3h4c2 0 3-1 3-3V4M7 11V4M4.5 6.5L7 4l2.5 2.5M14.5 6.5L17 4l2.5 2.5" />
  </Icon>
)
