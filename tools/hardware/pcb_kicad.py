"""KiCad board, its DRC report, Gerbers and drill files from a description in JSON.

It runs in Debian's Python, which has KiCad's module ``pcbnew``: ``python3 pcb_kicad.py IN.json
FOLDER``. It imports no module of this project. Lengths are in mm.
"""

# mypy: ignore-errors
import json
import sys
from pathlib import Path

import pcbnew

# Texts are at least as high and as thick as board houses print them. NAME is a width.
NAME, LEAST_HIGH, THICK = 0.8, 1.0, 0.15


def mm(value):
    """Returns a length in KiCad's units."""
    return pcbnew.FromMM(value)


def point(at):
    """Returns a place on KiCad's sheet, where boards begin at 20, 20."""
    return pcbnew.wxPoint(mm(20 + at[0]), mm(20 + at[1]))


class Writer:
    """One board in the making. Args: layout: the description, see ``pcb_made.description``."""

    def __init__(self, layout, path):
        self.layout = layout
        self.board = pcbnew.NewBoard(str(path))
        settings = self.board.GetDesignSettings()
        settings.m_MinClearance = mm(0.2)
        settings.m_TrackMinWidth = mm(0.3)
        settings.m_ViasMinSize = mm(0.8)
        settings.m_MinThroughDrill = mm(0.4)
        settings.m_CopperEdgeClearance = mm(0.3)
        settings.SetBoardThickness(mm(1.6))
        self.nets = {}
        for name in layout["nets"]:
            self.nets[name] = pcbnew.NETINFO_ITEM(self.board, name)
            self.board.Add(self.nets[name])
        for part in layout["parts"]:
            self.part(part)
        for track in layout["tracks"]:
            self.track(track)
        self.edges()
        for count, screw in enumerate(layout["screws"], 1):
            self.screw(f"H{count}", screw)
        for words in layout["texts"]:
            self.text(words)
        self.pour()

    def part(self, part):
        """Adds a part with its pads, outline and name."""
        made = pcbnew.FOOTPRINT(self.board)
        made.SetReference(part["ref"])
        made.SetValue(part["value"])
        made.SetFPID(pcbnew.LIB_ID("Pingblock", part["kind"]))
        made.SetPosition(point(part["at"]))
        made.SetAttributes(pcbnew.FP_SMD if part["smd"] else pcbnew.FP_THROUGH_HOLE)
        if part["kind"] == "TestPoint":
            made.SetAttributes(pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_EXCLUDE_FROM_POS_FILES)
        silk = pcbnew.B_SilkS if part["back"] else pcbnew.F_SilkS
        for pad in part["pads"]:
            self.pad(made, part, pad)
        self.board.Add(made)
        if part["back"]:
            made.SetLayer(pcbnew.B_Cu)
        for line in part["lines"]:
            self.line(made, line, silk)
        if part["name"] != part["ref"]:  # separate text for its value
            made.Reference().SetVisible(False)
        if part["name"] not in ("", part["ref"]):
            words = {
                "text": part["name"],
                "back": part["back"],
                "at": part["name_at"],
                "size": NAME,
            }
            self.text(words)
        name = made.Reference()
        name.SetLayer(silk)
        name.SetMirrored(part["back"])
        self.write(name, part["name_at"], NAME)
        made.Value().SetVisible(False)
        made.Value().SetLayer(pcbnew.B_Fab if part["back"] else pcbnew.F_Fab)

    def pad(self, made, part, pad):
        """Adds a pad: round with a hole, or flat on the part's side."""
        new = pcbnew.PAD(made)
        new.SetNumber(pad["number"])
        new.SetSize(pcbnew.wxSize(mm(pad["size"][0]), mm(pad["size"][1])))
        if pad["drill"]:
            new.SetShape(pcbnew.PAD_SHAPE_CIRCLE)
            new.SetAttribute(pcbnew.PAD_ATTRIB_PTH)
            new.SetDrillSize(pcbnew.wxSize(mm(pad["drill"]), mm(pad["drill"])))
            new.SetLayerSet(new.PTHMask())
        else:
            new.SetShape(pcbnew.PAD_SHAPE_RECT)
            new.SetAttribute(pcbnew.PAD_ATTRIB_SMD)
            layers = pcbnew.LSET()
            for layer in (pcbnew.B_Cu, pcbnew.B_Paste, pcbnew.B_Mask):
                layers.AddLayer(layer)
            new.SetLayerSet(layers)
        new.SetPosition(point(pad["at"]))
        new.SetPos0(point(pad["at"]) - point(part["at"]))
        if pad["net"]:
            new.SetNet(self.nets[pad["net"]])
        made.Add(new)

    def screw(self, name, screw):
        """Adds a bare hole for a screw."""
        made = pcbnew.FOOTPRINT(self.board)
        made.SetReference(name)
        made.SetFPID(pcbnew.LIB_ID("Pingblock", "MountingHole_3.2mm"))
        made.SetPosition(point(screw["at"]))
        made.SetAttributes(pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_EXCLUDE_FROM_POS_FILES)
        made.Reference().SetVisible(False)
        made.Value().SetVisible(False)
        hole = pcbnew.PAD(made)
        hole.SetShape(pcbnew.PAD_SHAPE_CIRCLE)
        hole.SetAttribute(pcbnew.PAD_ATTRIB_NPTH)
        size = pcbnew.wxSize(mm(screw["drill"]), mm(screw["drill"]))
        hole.SetSize(size)
        hole.SetDrillSize(size)
        hole.SetLayerSet(hole.UnplatedHoleMask())
        hole.SetPosition(point(screw["at"]))
        made.Add(hole)
        self.board.Add(made)

    def line(self, made, line, layer):
        """Adds a line of a part's outline."""
        new = pcbnew.FP_SHAPE(made)
        new.SetShape(pcbnew.SHAPE_T_SEGMENT)
        new.SetLayer(layer)
        new.SetWidth(mm(0.15))
        new.SetStart(point(line[0]))
        new.SetEnd(point(line[1]))
        new.SetStart0(point(line[0]) - made.GetPosition())
        new.SetEnd0(point(line[1]) - made.GetPosition())
        made.Add(new)

    def write(self, text, at, size):
        """Sets a text's place and size. Args: size: width of its letters, mm."""
        text.SetPosition(point(at))
        text.SetTextSize(pcbnew.wxSize(mm(size), mm(max(size, LEAST_HIGH))))
        text.SetTextThickness(mm(THICK))

    def text(self, words):
        """Adds a text on the silkscreen."""
        new = pcbnew.PCB_TEXT(self.board)
        new.SetText(words["text"])
        new.SetLayer(pcbnew.B_SilkS if words["back"] else pcbnew.F_SilkS)
        new.SetMirrored(words["back"])
        self.write(new, words["at"], words["size"])
        if words.get("turned"):
            new.SetTextAngle(900)
        self.board.Add(new)

    def track(self, track):
        """Adds a track or a via."""
        new = pcbnew.PCB_VIA(self.board) if track.get("via") else pcbnew.PCB_TRACK(self.board)
        if track.get("via"):
            new.SetPosition(point(track["at"]))
            new.SetWidth(mm(track["size"]))
            new.SetDrill(mm(track["drill"]))
        else:
            new.SetStart(point(track["from"]))
            new.SetEnd(point(track["to"]))
            new.SetWidth(mm(track["width"]))
            new.SetLayer(pcbnew.B_Cu if track["layer"] else pcbnew.F_Cu)
        new.SetNet(self.nets[track["net"]])
        self.board.Add(new)

    def edges(self):
        """Adds the outline."""
        for piece in self.layout["outline"]:
            new = pcbnew.PCB_SHAPE(self.board)
            new.SetLayer(pcbnew.Edge_Cuts)
            new.SetWidth(mm(0.1))
            if len(piece) == 3:
                new.SetShape(pcbnew.SHAPE_T_ARC)
                new.SetArcGeometry(*map(point, piece))
            else:
                new.SetShape(pcbnew.SHAPE_T_SEGMENT)
                new.SetStart(point(piece[0]))
                new.SetEnd(point(piece[1]))
            self.board.Add(new)

    def pour(self):
        """Adds ground on both sides."""
        for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
            zone = pcbnew.ZONE(self.board)
            zone.SetLayer(layer)
            zone.SetNet(self.nets["GND"])
            zone.SetLocalClearance(mm(0.3))
            zone.SetMinThickness(mm(0.25))
            zone.SetThermalReliefGap(mm(0.3))
            zone.SetThermalReliefSpokeWidth(mm(0.5))
            zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
            outline = zone.Outline()
            outline.NewOutline()
            for corner in self.layout["pour"]:
                place = point(corner)
                outline.Append(place.x, place.y)
            self.board.Add(zone)
        pcbnew.ZONE_FILLER(self.board).Fill(self.board.Zones())
        self.board.BuildConnectivity()


LAYERS = (
    (pcbnew.F_Cu, "F_Cu"), (pcbnew.B_Cu, "B_Cu"), (pcbnew.F_SilkS, "F_Silkscreen"),
    (pcbnew.B_SilkS, "B_Silkscreen"), (pcbnew.F_Mask, "F_Mask"), (pcbnew.B_Mask, "B_Mask"),
    (pcbnew.B_Paste, "B_Paste"), (pcbnew.Edge_Cuts, "Edge_Cuts"),
)  # fmt: skip


def plot(board, folder):
    """Writes Gerbers and drill files."""
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetUseGerberProtelExtensions(False)
    options.SetSubtractMaskFromSilk(True)
    for layer, name in LAYERS:
        control.SetLayer(layer)
        control.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        control.PlotLayer()
    control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)


def nets_of(board):
    """Returns net -> [[ref, pad], ...] as KiCad reads them from the file."""
    nets = {}
    for pad in board.GetPads():
        if pad.GetNetname():
            nets.setdefault(pad.GetNetname(), []).append(
                [pad.GetParent().GetReference(), pad.GetNumber()]
            )
    return nets


def check(path, folder):
    """Runs KiCad's DRC on a file. Writes its report and the nets that KiCad reads from it."""
    board = pcbnew.LoadBoard(str(path))
    pcbnew.WriteDRCReport(board, str(folder / "drc.txt"), pcbnew.EDA_UNITS_MILLIMETRES, True)
    (folder / "nets.json").write_text(json.dumps(nets_of(board)))
    return board


def main(arguments):
    """Makes a board from a description, or checks an existing board."""
    source, folder = Path(arguments[0]), Path(arguments[1])
    pcbnew.KIID.SeedGenerator(1)  # KiCad sorts by its stamps, so they must be the same each time
    if source.suffix == ".kicad_pcb":
        check(source, folder)
        return
    layout = json.loads(source.read_text())
    path = folder / f"{layout['name']}.kicad_pcb"
    pcbnew.SaveBoard(str(path), Writer(layout, path).board)
    plot(check(path, folder), folder / "gerber")


if __name__ == "__main__":
    main(sys.argv[1:])
