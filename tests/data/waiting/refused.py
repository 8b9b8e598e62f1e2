"""A block device in Python cannot wait, because its caller in C cannot. The program continues."""

import vfs


class Disk:
    def __init__(self, waits):
        self.waits = waits
        self.data = bytearray(4096 * 16)

    def readblocks(self, block, into, offset=0):
        at = block * 4096 + offset
        into[:] = self.data[at : at + len(into)]
        if self.waits:
            wait()

    def writeblocks(self, block, data, offset=0):
        at = block * 4096 + offset
        self.data[at : at + len(data)] = data

    def ioctl(self, request, argument):
        if request == 4:
            return 16
        if request == 5:
            return 4096
        return 0


disk = Disk(False)
vfs.VfsLfs2.mkfs(disk)
vfs.mount(disk, "/d")
with open("/d/a.txt", "w") as file:
    file.write("kept")
wait()
assert open("/d/a.txt").read() == "kept"
disk.waits = True
try:
    open("/d/a.txt").read()
except RuntimeError as fault:
    assert fault.args[0] == "a block device cannot wait"
    wait()
else:
    raise AssertionError
disk.waits = False
assert open("/d/a.txt").read() == "kept"
vfs.umount("/d")
