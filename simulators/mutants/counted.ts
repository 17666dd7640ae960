/** Counts how often it is called, from 1, for faults that come with the second or third time. */
export function counted(): () => number {
  let times = 0;
  return () => {
    times += 1;
    return times;
  };
}
