/* Pipes: the larger they are, the less often both ends have to wait for each other. */
#ifndef PIPES_H
#define PIPES_H

/* Enlarges the pipe that `fd` is an end of, where the system lets us; anything else stays as it
 * is. */
void pipe_enlarge(int fd);

#endif
