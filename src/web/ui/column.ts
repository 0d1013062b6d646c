export const column = 'mx-auto w-full max-w-[944px] px-4 md:px-8'
