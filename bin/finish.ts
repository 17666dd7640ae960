/** Says with which status the process is to end, once all output is written. */
export type Finish = (status: number) => void;
